import fc from 'fast-check'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { renameExtension, type WholeObject, word } from './whole-object.ts'

const destination = fc.constantFrom('1001', '1002')
const one = '/instances/:instance_uuid'

const routeChanges: WholeObject['changes'] = {
  'an extension is renamed': renameExtension,
}
const route = (edits: WholeObject['edits'], changes = routeChanges): WholeObject => ({
  moves: ['/updated_at'],
  edits: { '/name': word, ...edits },
  changes,
})
const ringGroup = route({
  '/members': fc.constantFrom(['1001'], ['7001', '1001'], ['1001', '7001', '1009']),
  '/strategy': fc.constantFrom('ringall', 'hunt'),
  '/ring_time': fc.integer({ min: 1, max: 300 }),
  '/prefix': word,
  '/destination': destination,
})
const businessHours = route({
  '/intervals': fc.constantFrom([], [{ days: ['mon'], from: '09:00', to: '17:00' }]),
  '/exceptions': fc.constantFrom([], [{ date: '2026-12-24', name: 'Eve', intervals: [] }]),
  '/closed_destination': destination,
})
const menu = route(
  {
    '/options': fc.constantFrom([], [{ digit: '1', destination: '1001' }]),
    '/timeout': fc.integer({ min: 1, max: 60 }),
    '/direct_dial': fc.boolean(),
  },
  {
    'another prompt is uploaded': ({ ada, acmePbx }, { ids }, run) =>
      ada.call('PUT', `/instances/${acmePbx}/menus/${ids.menu_id}/prompt`, toneFile(400 + (run % 50), 1), {
        'content-type': 'audio/wav',
      }),
  },
)

const queue = route({
  '/members': fc.constantFrom([], ['1001'], ['7001', '1001', '1009']),
  '/strategy': fc.constantFrom('ringall', 'fewest_calls'),
  '/max_wait': fc.integer({ min: 0, max: 86_400 }),
  '/leave_when_empty': fc.boolean(),
  '/destination': destination,
})

const conferenceRoom = route({
  '/moderators': fc.constantFrom([], ['1001'], ['7001', '1001']),
})

const parkingLot = route({
  '/return_after': fc.integer({ min: 10, max: 3600 }),
  '/last_slot': fc.integer({ min: 7107, max: 7109 }),
})

const pagingGroup = route({
  '/members': fc.constantFrom(['1001'], ['1001', '1002']),
  '/callers': fc.constantFrom([], ['1001']),
  '/two_way': fc.boolean(),
  '/urgent': fc.boolean(),
})

/** The numbers that route calls. */
export const wholeRoutes: Record<string, WholeObject> = {
  [`PATCH ${one}/ring-groups/:ring_group_id`]: ringGroup,
  [`PATCH ${one}/business-hours/:business_hours_id`]: businessHours,
  [`PATCH ${one}/conference-rooms/:conference_id`]: conferenceRoom,
  [`PATCH ${one}/parking-lots/:parking_id`]: parkingLot,
  [`PATCH ${one}/paging-groups/:paging_id`]: pagingGroup,
  [`PATCH ${one}/name-directories/:name_directory_id`]: route({
    '/tries': fc.integer({ min: 1, max: 10 }),
    '/destination': destination,
  }),
  [`PATCH ${one}/menus/:menu_id`]: menu,
  [`PATCH ${one}/queues/:queue_id`]: queue,
}
