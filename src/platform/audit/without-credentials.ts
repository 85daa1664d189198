const credentials = new Set([
  'pin',
  'moderator_pin',
  'password',
  'secret',
  'voicemail_vmpwd',
  'key',
  'token',
  'signing_secret',
])

/** A copy for an audit log, with every credential replaced, at any depth. */
export function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      credentials.has(name) && typeof item === 'string' && item !== ''
        ? '[secret]'
        : withoutCredentials(item),
    ]),
  )
}
