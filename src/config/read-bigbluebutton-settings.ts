import type { BigBlueButtonSettings } from '../platform/outgoing/bigbluebutton.ts'
import { ConfigError } from './config-error.ts'
import { address } from './setting-values.ts'

/** As `bbb-conf --secret` prints them. undefined: no video calls with BigBlueButton. */
export function readBigBlueButtonSettings(
  read: (name: string) => string | undefined,
): BigBlueButtonSettings | undefined {
  const url = address('BIG_BLUE_BUTTON_URL', read('BIG_BLUE_BUTTON_URL'), ['https:', 'http:'])
  const secret = read('BIG_BLUE_BUTTON_SECRET')
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined || secret === undefined) {
    throw new ConfigError('BIG_BLUE_BUTTON_URL and BIG_BLUE_BUTTON_SECRET need each other.')
  }
  const { protocol, host, pathname, search, username } = new URL(url)
  if (search !== '' || username !== '') {
    throw new ConfigError('BIG_BLUE_BUTTON_URL must be an address without a name or a query.')
  }
  const base = pathname.endsWith('/') ? pathname : `${pathname}/`
  const path = base.endsWith('/api/') ? base : `${base}api/`
  return Object.freeze({ api: `${protocol}//${host}${path}`, secret })
}
