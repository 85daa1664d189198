/** Texts of a certain form become links: `#123` the ticket of that number. */
export interface LinkifiersTable {
  realm_id: number
  id: number
  pattern: string
  /** with `{name}` where the named group of the pattern goes */
  url_template: string
  sort_order: number
}
