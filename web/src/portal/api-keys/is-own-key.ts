import type { ApiKey } from '@switchboard/client/telephony'
import type { TelephonyClient } from '../../api/telephony-api.ts'

/** Whether it seems to be the key of this session: the server shows only the ends of keys. */
export const isOwnKey = ({ ending }: Pick<ApiKey, 'ending'>, { caller }: TelephonyClient) =>
  caller.kind === 'key' && caller.apiKey.endsWith(ending)
