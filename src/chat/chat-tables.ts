/**
 * Every table of the chat. A feature adds its own tables in its `*-table.ts`, by declaration merging. Ids count per
 * organization, so each key starts with realm_id.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ChatTables {}
