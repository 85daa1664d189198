import type { ApiKey } from '../../../generated/telephony-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

/** Whether it seems to be the key by which this page acts: the server tells only the ends of keys. */
export const isOwnKey = ({ ending }: Pick<ApiKey, 'ending'>, { caller }: TelephonyClient) =>
  caller.apiKey.endsWith(ending)
