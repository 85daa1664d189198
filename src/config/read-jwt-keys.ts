import { ConfigError } from './config-error.ts'

/** `JWT_KEYS=chat.example.com=SECRET,other.example.com=SECRET`: the key of each organization, by its host. */
export function readJwtKeys(text: string | undefined): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const entry of text?.split(',') ?? []) {
    const [host = '', ...rest] = entry.trim().split('=')
    const key = rest.join('=')
    if (!/^[a-z0-9.-]{1,253}$/i.test(host) || !/^[!-~]{32,500}$/.test(key)) {
      throw new ConfigError(
        'JWT_KEYS must be a list of host=key, separated by commas, with keys of at least 32 characters (try: openssl rand -hex 32).',
      )
    }
    keys.set(host.toLowerCase(), key)
  }
  return keys
}
