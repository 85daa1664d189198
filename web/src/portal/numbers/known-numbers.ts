import type { NewBusinessHours, NewMenu, NewRingGroup } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { loadAllExtensions } from './load-extensions.ts'

/** What a call to a number of an instance meets. A route may be one that is being edited. */
export type KnownNumber =
  | ({ kind: 'extension' } & KnownExtension)
  | ({ kind: 'ring_group' } & NewRingGroup)
  | ({ kind: 'business_hours' } & NewBusinessHours)
  | ({ kind: 'menu' } & NewMenu)

interface KnownExtension {
  number: number
  name: string
  /** where callers go whom nobody answers; empty: nowhere */
  fallback: string
  hasVoicemail: boolean
}

export const numberKinds = ['extension', 'ring_group', 'business_hours', 'menu'] as const

export type KnownNumbers = ReadonlyMap<string, KnownNumber>

/** Every number of an instance that a call can go to, by number. Users see only their own extensions. */
export function useKnownNumbers(instanceUuid: string): KnownNumbers {
  const { client } = usePortal()
  const extensions = useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.extensions.numbers(instanceUuid),
    queryFn: ({ signal }) => loadAllExtensions(client, instanceUuid, signal),
  })
  const groups = useRingGroups(instanceUuid).data ?? []
  const hours = useBusinessHours(instanceUuid).data ?? []
  const menus = useMenus(instanceUuid).data ?? []
  const all: KnownNumber[] = [
    ...(extensions.data ?? []).map(({ data }) => ({
      kind: 'extension' as const,
      number: data.id,
      name: data.name,
      fallback: numberIn(data.noanswer_dest ?? ''),
      hasVoicemail: data.voicemail_enable === 'yes',
    })),
    ...groups.map((group) => ({ kind: 'ring_group' as const, ...group })),
    ...hours.map((one) => ({ kind: 'business_hours' as const, ...one })),
    ...menus.map((menu) => ({ kind: 'menu' as const, ...menu })),
  ]
  return new Map(all.map((known) => [String(known.number), known]))
}

/** A destination of an extension may be written as `from-internal,1003,1`. */
export const numberIn = (destination: string) => /^[a-z-]+,(\d+),/.exec(destination)?.[1] ?? destination

/** `1001 Ada Lovelace`, or the number alone. */
export function numberName(numbers: KnownNumbers, number: string): string {
  const known = numbers.get(number)
  return known ? `${number} ${known.name}`.trim() : number
}

const PAGE = { page_size: 1000 }

export function useRingGroups(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('ring-groups', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/ring-groups', input, undefined, { signal }),
  })
}

export function useBusinessHours(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('business-hours', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/business-hours', input, undefined, { signal }),
  })
}

export function useMenus(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('menus', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/menus', input, undefined, { signal }),
  })
}

/** The numbers that can be called from outside. For managers. */
export function useDids(enabled = true) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.trunks.dids,
    queryFn: ({ signal }) => client.call('GET /dids', {}, undefined, { signal }),
  })
}
