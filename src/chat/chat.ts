import type { Events } from './events/events.ts'

/** The whole product, for the code that assembles it: the plugin, the jobs, the commands. Districts take less. */
export type Chat = Events
