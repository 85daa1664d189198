import type {
  Extension,
  NewBusinessHours,
  NewConferenceRoom,
  NewMenu,
  NewNameDirectory,
  NewQueue,
  NewRingGroup,
} from '@switchboard/client/telephony'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { type KnownExtension, knownExtension } from './known-extension.ts'
import { loadExtensionNumbered } from './load-extensions.ts'

/** What a call to a number of an instance meets. A route may be one that is being edited. */
export type KnownNumber =
  | ({ kind: 'extension' } & KnownExtension)
  | ({ kind: 'ring_group' } & NewRingGroup)
  | ({ kind: 'business_hours' } & NewBusinessHours)
  | ({ kind: 'menu' } & NewMenu)
  | ({ kind: 'queue' } & NewQueue)
  | ({ kind: 'conference' } & NewConferenceRoom)
  | ({ kind: 'name_directory' } & NewNameDirectory)

export type KnownNumbers = ReadonlyMap<string, KnownNumber>

/** The routes of an instance, by number. A company has few of them. */
export function useRoutes(instanceUuid: string): KnownNumbers {
  const groups = useRingGroups(instanceUuid).data ?? []
  const hours = useBusinessHours(instanceUuid).data ?? []
  const menus = useMenus(instanceUuid).data ?? []
  const queues = useQueues(instanceUuid).data ?? []
  const rooms = useConferenceRooms(instanceUuid).data ?? []
  const directories = useNameDirectories(instanceUuid).data ?? []
  const all: KnownNumber[] = [
    ...groups.map((group) => ({ kind: 'ring_group' as const, ...group })),
    ...hours.map((one) => ({ kind: 'business_hours' as const, ...one })),
    ...menus.map((menu) => ({ kind: 'menu' as const, ...menu })),
    ...queues.map((queue) => ({ kind: 'queue' as const, ...queue })),
    ...rooms.map((room) => ({ kind: 'conference' as const, ...room })),
    ...directories.map((one) => ({ kind: 'name_directory' as const, ...one })),
  ]
  return new Map(all.map((known) => [String(known.number), known]))
}

/** The extensions that have some of these numbers. Users see only their own. */
export function useExtensions(instanceUuid: string, numbers: readonly string[]): KnownNumbers {
  const { client } = usePortal()
  const found = useQueries({
    queries: [...new Set(numbers)]
      .filter((number) => instanceUuid !== '' && isInternal(number))
      .map((number) => ({
        queryKey: portalKeys.extensions.numbered(instanceUuid, number),
        queryFn: () => loadExtensionNumbered(client, instanceUuid, number),
      })),
  })
  return new Map(found.flatMap(({ data }) => (data ? [[String(data.data.id), knownOf(data)] as const] : [])))
}

const knownOf = ({ _id, data }: Extension): KnownNumber => ({
  kind: 'extension',
  ...knownExtension(_id, (field) => (data as Record<string, unknown>)[field]),
})

/** What a component that follows a call from number to number has found so far. */
export function useFoundExtension(instanceUuid: string): (number: string) => KnownNumber | undefined {
  const queries = useQueryClient()
  return (number) => {
    const key = portalKeys.extensions.numbered(instanceUuid, number)
    const found = queries.getQueryData<Extension | null>(key)
    return found ? knownOf(found) : undefined
  }
}

/** What has these numbers of an instance, as far as the user may see it. */
export function useKnownNumbers(instanceUuid: string, numbers: readonly string[]): KnownNumbers {
  const routes = useRoutes(instanceUuid)
  return new Map([...useExtensions(instanceUuid, numbers), ...routes])
}

/** Extensions have at most six digits. */
export const isInternal = (number: string) => /^\d{1,6}$/.test(number)

/** A free number for something new. */
export function useNextNumber(instanceUuid: string, enabled = true) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.extensions.next(instanceUuid),
    queryFn: ({ signal }) =>
      client.call(
        'GET /instances/{instance_uuid}/bulks/extensions/next-number',
        { instance_uuid: instanceUuid },
        undefined,
        { signal },
      ),
  })
}

/** `1001 Ada Lovelace`, or the number alone. */
export function numberName(numbers: Pick<KnownNumbers, 'get'>, number: string): string {
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

export function useQueues(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('queues', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/queues', input, undefined, { signal }),
  })
}

export function useConferenceRooms(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('conference-rooms', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/conference-rooms', input, undefined, { signal }),
  })
}

/** No calls are sent there, but phones can have lamps for the slots. */
export function useParkingLots(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('parking-lots', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/parking-lots', input, undefined, { signal }),
  })
}

/** No calls are sent there. */
export function usePagingGroups(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('paging-groups', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/paging-groups', input, undefined, { signal }),
  })
}

export function useNameDirectories(instanceUuid: string) {
  const { client } = usePortal()
  const input = { instance_uuid: instanceUuid, ...PAGE }
  return useQuery({
    enabled: instanceUuid !== '',
    queryKey: portalKeys.routing.list('name-directories', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/name-directories', input, undefined, { signal }),
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
