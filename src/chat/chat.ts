import type { Events } from './events/events.ts'

/** The whole product, for those who put it together: the plugin, the jobs, the commands. Districts take less. */
export type Chat = Events
