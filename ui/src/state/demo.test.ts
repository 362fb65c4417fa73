import { expect, test } from 'vitest';
import { demoStep, type DemoStep, type Done } from './demo';

test.each<[DemoStep, Partial<Done>]>([
  ['project', {}],
  ['project', { place: 'connect' }],
  ['controllerOfProject', { isChosen: true }],
  ['controller', { isChosen: true, place: 'connect' }],
  ['start', { isChosen: true, place: 'connect', hasController: true }],
  ['session', { isChosen: true, place: 'connect', hasController: true, isRead: true }],
  ['session', { isChosen: true, isRead: true }],
])('%s is the next step', (step, done) => expect(demoStep({ place: 'projects', isChosen: false, isRead: false, hasController: false, ...done })).toBe(step));
