/** Texts of a certain form become links: `#123` the ticket of that number. */
export interface LinkifiersTable {
  realm_id: number
  id: number
  pattern: string
  /** with `%(name)s` where the named group of the pattern goes */
  url_format: string
  sort_order: number
}
