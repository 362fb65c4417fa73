// A small plant: the service with a project of each vendor, virtual controllers, and a bridge whose console shows a
// configured session of a bottling line.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../port';
import { projectFile, Site, type Planted, type Running } from './site';

export interface Plant {
  site: Site;
  /** The console's address with its token. */
  console: string;
  key: string;
  service: Running;
  servicePort: number;
  /** The bottling line's controller, which the configured session reads. */
  controller: Running;
  controllerPort: number;
  /** The service's id of a project by name. */
  projects: Record<string, string>;
}

/** Blocks whose names are numbers: SCL source code contains no block numbers. */
export const MIXER_SCL = `DATA_BLOCK "DB20"
{ S7_Optimized_Access := 'FALSE' }
STRUCT
  Target : Real;
  Steps : Array[1..3] of Int;
END_STRUCT;
BEGIN
END_DATA_BLOCK

DATA_BLOCK "DB21"
{ S7_Optimized_Access := 'TRUE' }
STRUCT
  Level : Real;
END_STRUCT;
BEGIN
END_DATA_BLOCK
`;

const BOTTLING = ['Line_StateText', 'Line_Speed', 'Boxes_Packed', 'Motor_Temperature', 'Recipe_Name', 'Lane_Count', 'Oven_Temperature', 'Program:Packing.Step'];

export const bottlingController = (site: Site, port: number): Promise<Running> =>
  site.simulate('--vendor', 'allen-bradley', '--listen', `127.0.0.1:${port}`);

export async function plant(planted: Planted = {}): Promise<Plant> {
  const site = await Site.new(planted);
  const mixer = join(site.folder, 'mixer.scl');
  await writeFile(mixer, MIXER_SCL);
  const data = ['--data', join(site.folder, 'service')];
  const files: Record<string, string> = { Filler: projectFile('filler.L5X'), Packer: projectFile('packer.xml'), mixer };
  const projects: Record<string, string> = {};
  for (const [name, file] of Object.entries(files)) projects[name] = site.ask('project', 'add', ...data, '--name', name, file).project_id!;
  projects.Bottling = site.ask('project', 'add', ...data, '--name', 'Bottling line', '--vendor', 'allen-bradley').project_id!;
  const key = site.ask('key', 'create', ...data, '--name', 'bridge', '--permissions', 'hmi_view,hmi_edit,hmi_push,code_read').secret!;
  const [servicePort, controllerPort] = [await freePort(), await freePort()];
  const [service, controller] = [await site.serve(servicePort), await bottlingController(site, controllerPort)];
  const { readyLine } = await site.run(`
    data = "bridge"
    [service]
    url = "http://127.0.0.1:${servicePort}/api/v1"
    key = { env = "TAGBRIDGE_KEY" }
    [[session]]
    name = "bottling-line"
    project = "${projects.Bottling}"
    endpoint = "${controller.readyLine}"
    interval = "250ms"
    tags = ${JSON.stringify(BOTTLING)}
  `, key);
  return { site, console: readyLine, key, service, servicePort, controller, controllerPort, projects };
}

/** Sends a request to the service, like any other client. */
export async function consumer<T>(it: Plant, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${it.servicePort}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${it.key}`, 'content-type': 'application/json', ...(body ? { 'idempotency-key': randomUUID() } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
