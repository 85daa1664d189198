import type { Extension } from '@switchboard/client/telephony'
import { orNull, type Page, type TelephonyClient } from '../../api/telephony-api.ts'
import type { ListState } from '../../resource/resource.ts'

export const shownExtensions = ['unassigned', 'unregistered', 'softphone', 'mine'] as const

const PAGE_SIZE = 50
const NUMBERS_AT_ONCE = 200

/** One page of the list. The server answers 404 to an empty one. */
export function loadExtensions(
  client: TelephonyClient,
  instanceUuid: string,
  { page, values: { search = '', show, sort } }: ListState,
  signal: AbortSignal,
  size = PAGE_SIZE,
): Promise<Page<Extension[]>> {
  const filter = shownExtensions.find((one) => one === show)
  const input = {
    instance_uuid: instanceUuid,
    page,
    page_size: size,
    ...(search.trim() !== '' && { search: search.trim() }),
  }
  // Two lists of the same extensions: `by_user` sorts the one, and means "mine" in the other.
  return orEmpty(
    filter === 'mine'
      ? client.page('GET /instances/{instance_uuid}/extensions', { ...input, by_user: 'on' }, { signal })
      : client.page(
          'GET /instances/{instance_uuid}/bulks/extensions',
          {
            ...input,
            ...(filter && { filter_by: filter }),
            ...(sort === 'user' && { by_user: 'on' as const }),
          },
          { signal },
        ),
  )
}

/** One extension. Null: there is none, or it is of somebody else. */
export const loadExtension = (
  client: TelephonyClient,
  instanceUuid: string,
  id: string,
  signal: AbortSignal,
): Promise<Extension | null> =>
  orNull(
    client.call(
      'GET /instances/{instance_uuid}/bulks/extensions/{extension_id}',
      { instance_uuid: instanceUuid, extension_id: id },
      undefined,
      { signal },
    ),
  )

/** The first ones that a filter finds, and how many there are. */
export const loadSome = (
  client: TelephonyClient,
  instanceUuid: string,
  query: { filter_by?: 'unassigned' | 'unregistered'; page_size: number },
  signal: AbortSignal,
): Promise<Page<Extension[]>> =>
  orEmpty(
    client.page(
      'GET /instances/{instance_uuid}/bulks/extensions',
      { instance_uuid: instanceUuid, ...query },
      { signal },
    ),
  )

/** An empty list is a 404. */
const orEmpty = async (loading: Promise<Page<Extension[]>>): Promise<Page<Extension[]>> =>
  (await orNull(loading)) ?? { items: [], page: 1, pages: 1, total: 0 }

/** The extensions that have these numbers. Users get only their own. */
export async function loadNumbered(
  client: TelephonyClient,
  instanceUuid: string,
  numbers: readonly string[],
  signal?: AbortSignal,
): Promise<Extension[]> {
  const parts = Array.from({ length: Math.ceil(numbers.length / NUMBERS_AT_ONCE) }, (_, index) =>
    numbers.slice(index * NUMBERS_AT_ONCE, (index + 1) * NUMBERS_AT_ONCE),
  )
  const pages = await Promise.all(
    parts.map((part) =>
      orEmpty(
        client.page(
          'GET /instances/{instance_uuid}/bulks/extensions',
          { instance_uuid: instanceUuid, number: part.join(), page_size: NUMBERS_AT_ONCE },
          signal ? { signal } : {},
        ),
      ),
    ),
  )
  return pages.flatMap(({ items }) => items)
}

type Load = (number: string) => Promise<Extension | null>

const loaders = new WeakMap<TelephonyClient, Map<string, Load>>()

/** One extension by its number. All that are wanted at the same time are one request. */
export function loadExtensionNumbered(
  client: TelephonyClient,
  instanceUuid: string,
  number: string,
): Promise<Extension | null> {
  const ofClient = loaders.get(client) ?? new Map<string, Load>()
  loaders.set(client, ofClient)
  const load =
    ofClient.get(instanceUuid) ?? inBatches((numbers) => loadNumbered(client, instanceUuid, numbers))
  ofClient.set(instanceUuid, load)
  return load(number)
}

function inBatches(loadAll: (numbers: readonly string[]) => Promise<Extension[]>): Load {
  let next: { numbers: Set<string>; found: Promise<Extension[]> } | undefined
  function start() {
    const numbers = new Set<string>()
    const found = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      next = undefined
      return loadAll([...numbers])
    })
    return { numbers, found }
  }
  return async (number) => {
    next ??= start()
    next.numbers.add(number)
    const found = await next.found
    return found.find(({ data }) => String(data.id) === number) ?? null
  }
}
