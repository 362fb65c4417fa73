// Commands and topics as the desk's bindings describe them.

import type { Commands, Message, Push } from './bindings/desk';

export type Command = keyof Commands;
export type Arguments<C extends Command> = Commands[C]['arguments'];
export type Answer<C extends Command> = Commands[C]['answer'];
export type Topic = Push['topic'];
export type Pushed<T extends Topic> = Extract<Push, { topic: T }>['data'];

/** Why a command came to nothing. */
export interface Failure {
  error: string; // a stable code
  message: Message; // what is the case
  remedy: Message; // what to do
}
