import { io } from 'socket.io-client'
import {
  openTelephonySocket,
  type TelephonySocket,
} from '../../../../packages/client/src/telephony-socket.ts'
import type { TelephonyCaller } from '../../api/telephony-api.ts'

/** The events of the company, and which lists to fetch again. */
export function openPortalSocket(caller: TelephonyCaller, userId: string): TelephonySocket {
  const { kind: _, ...credentials } = caller
  return openTelephonySocket(io, { ...credentials, server: location.origin, userId, changes: true })
}
