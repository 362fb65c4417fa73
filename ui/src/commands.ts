// Commands and topics, from the bindings of the desk.

import type { Commands, Message, Push } from './bindings/desk';

export type Command = keyof Commands;
export type Arguments<C extends Command> = Commands[C]['arguments'];
export type Answer<C extends Command> = Commands[C]['answer'];
export type Topic = Push['topic'];
export type Pushed<T extends Topic> = Extract<Push, { topic: T }>['data'];

/** The failure of a command. */
export interface Failure {
  error: string; // a stable code
  message: Message; // what failed
  remedy: Message; // what to do
}
