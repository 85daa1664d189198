import type { ConnectionState, TelephonyEvent, TelephonySocket } from '@switchboard/client'
import type { Company, Contact } from '@switchboard/client/telephony'
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { TelephonyClient } from '../../api/telephony-api.ts'

export type Role = 'owner' | 'administrator' | 'user'

export interface Portal {
  client: TelephonyClient
  company: Company
  /** The acting user. */
  user: Contact
  role: Role
  /** Owners and administrators manage users, locations, numbers and extensions. */
  mayManage: boolean
  /** With an API key, any user edits extensions. */
  mayEditExtensions: boolean
  /** Owners may act as another user, and so may API keys. */
  mayActAs: boolean
  /** Signed in with an account of the chat, not with a key of the company. */
  hasAccount: boolean
  /** Administers the organization in the chat, too. */
  isChatAdmin: boolean
  /** The owner acts as this user. */
  isActing: boolean
  socket: TelephonySocket
  /** Fetches the company and the user again, after a change. */
  refresh: () => void
}

export const PortalContext = createContext<Portal | undefined>(undefined)

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('Outside of the portal')
  return portal
}

/** Calls for every event of the company while the view is open. */
export function usePortalEvents(handler: (event: TelephonyEvent) => void): void {
  const { socket } = usePortal()
  const onEvent = useEffectEvent(handler)
  useEffect(() => socket.listen((event) => onEvent(event)), [socket])
}

export function useConnectionState(): ConnectionState {
  const { socket } = usePortal()
  return useSyncExternalStore(socket.watch, socket.state)
}
