export type ImportKind = 'contacts' | 'extensions'

/** What people usually fill in; the server knows more columns. */
const columns: Record<ImportKind, readonly [name: string, example: string][]> = {
  contacts: [
    ['first_name', 'Grace'],
    ['last_name', 'Hopper'],
    ['email', 'grace.hopper@example.com'],
    ['title', 'Engineer'],
    ['phone_work', '+12025550123'],
    ['phone_mobile', ''],
    ['timezone', 'America/New_York'],
    ['street', 'Main Street'],
    ['building_number', '12'],
    ['city', 'Arlington'],
    ['state', 'VA'],
    ['zip', '22201'],
    ['country', 'US'],
  ],
  extensions: [
    ['number', '2001'],
    ['name', 'Front desk'],
    ['email', ''],
    ['location', ''],
    ['purpose', 'ip-phone'],
    ['description', 'In the lobby'],
    ['voicemail_enable', 'yes'],
    ['voicemail_email', 'front.desk@example.com'],
  ],
}

export const columnNames = (kind: ImportKind) => columns[kind].map(([name]) => name)

/** A table to begin with: the header and one row as an example. */
export function templateOf(kind: ImportKind): string {
  const example = columns[kind].map(([, value]) => value)
  return `${columnNames(kind).join(',')}\r\n${example.join(',')}\r\n`
}
