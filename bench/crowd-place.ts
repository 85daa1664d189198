import { addPeopleInBulk } from './bulk/add-people.ts'
import { addStreamsInBulk, subscribeInBulk } from './bulk/add-streams.ts'
import { makePlace, type Place } from './place.ts'

/** Everybody is in the stream `all`, the first 50 of them also in `few`. */
export const FEW = 50

/** An organization of people whose keys `authorizationOf` knows. */
export const makeCrowdPlace = (
  size: number,
  keptIn?: string,
  settings: Record<string, string> = {},
): Promise<Place> =>
  makePlace(
    async (chat, { realm }) => {
      const firstId = await addPeopleInBulk(chat, realm.id, 0, size)
      const [few, all] = await addStreamsInBulk(chat, realm.id, ['few', 'all'])
      const pairs = Array.from({ length: size }, (_, index) => [firstId + index, all!] as const)
      const fewPairs = pairs.slice(0, FEW).map(([id]) => [id, few!] as const)
      await subscribeInBulk(chat, realm.id, [...pairs, ...fewPairs])
    },
    settings,
    keptIn,
  )
