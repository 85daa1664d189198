import { ApiError } from '@switchboard/client'
import type { Extension } from '@switchboard/client/telephony'
import type { Page, TelephonyClient } from '../../api/telephony-api.ts'
import type { ListState } from '../../resource/resource.ts'

export const shownExtensions = ['unassigned', 'unregistered', 'softphone', 'mine'] as const

const PAGE_SIZE = 50
const NUMBERS_AT_ONCE = 500

/** One page of the list. The server answers 404 to an empty one. */
export function loadExtensions(
  client: TelephonyClient,
  instanceUuid: string,
  { page, values: { search = '', show, sort } }: ListState,
  signal: AbortSignal,
): Promise<Page<Extension[]>> {
  const filter = shownExtensions.find((one) => one === show)
  const input = {
    instance_uuid: instanceUuid,
    page,
    page_size: PAGE_SIZE,
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

/** One extension. The API can only list them; searching for the number avoids reading every page. */
export async function findExtension(
  client: TelephonyClient,
  instanceUuid: string,
  wanted: (extension: Extension) => boolean,
  search: string | undefined,
  signal: AbortSignal,
): Promise<Extension | null> {
  for (let page = 1; ; page += 1) {
    const { items, pages } = await orEmpty(
      client.page(
        'GET /instances/{instance_uuid}/bulks/extensions',
        {
          instance_uuid: instanceUuid,
          page,
          page_size: NUMBERS_AT_ONCE,
          ...(search !== undefined && { search }),
        },
        { signal },
      ),
    )
    const found = items.find(wanted)
    if (found) return found
    if (page >= pages) return null
  }
}

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

async function orEmpty(loading: Promise<Page<Extension[]>>): Promise<Page<Extension[]>> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { items: [], page: 1, pages: 1, total: 0 }
    throw error
  }
}

/** All extensions of an instance, for pickers and diagrams that name them. */
export async function loadAllExtensions(
  client: TelephonyClient,
  instanceUuid: string,
  signal: AbortSignal,
): Promise<Extension[]> {
  const found: Extension[] = []
  for (let page = 1; ; page += 1) {
    const input = { instance_uuid: instanceUuid, page, page_size: NUMBERS_AT_ONCE }
    const { items, pages } = await orEmpty(
      client.page('GET /instances/{instance_uuid}/bulks/extensions', input, { signal }),
    )
    found.push(...items)
    if (page >= pages) return found
  }
}
