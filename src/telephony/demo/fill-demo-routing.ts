import { instancesTable } from '../company/instances/instances-table.ts'
import { businessHours } from '../phones/call-routes/business-hours.ts'
import { menus } from '../phones/call-routes/menus.ts'
import { ringGroups } from '../phones/call-routes/ring-groups.ts'
import { createCallRoute } from '../phones/routing/call-route-actions.ts'
import { createDid } from '../phones/trunks/change-dids.ts'
import { createTrunk } from '../phones/trunks/change-trunks.ts'
import type { Telephony } from '../telephony.ts'
import type { DemoCompany } from './create-demo-companies.ts'

/** The number of Acme, from the numbers that belong to nobody. */
const MAIN_NUMBER = '+12025550100'

/** Of a network for documentation (RFC 5737): nobody is there, so nothing is called by accident. */
const SIMULATED_PROVIDER = '203.0.113.10'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/** How calls from outside reach people: the provider, opening hours, a menu, and groups of phones. */
export async function fillDemoRouting(
  telephony: Telephony,
  { actor, company, instanceUuid }: DemoCompany,
): Promise<void> {
  const instance = (await instancesTable.find(telephony.database.read, {
    company_id: company.id,
    uuid: instanceUuid,
  }))!
  const groups = [
    { number: 2001, name: 'Sales', members: ['1001', '1002'], mailbox: '1001' },
    { number: 2002, name: 'Support', members: ['1002', '1003'], strategy: 'hunt', mailbox: '1002' },
  ]
  for (const group of groups) await createCallRoute(telephony, actor, ringGroups, instance, group)
  await createCallRoute(telephony, actor, menus, instance, {
    number: 2010,
    name: 'Main menu',
    options: [
      { digit: '1', destination: '2001' },
      { digit: '2', destination: '2002' },
    ],
    timeout_destination: '2002',
    direct_dial: true,
  })
  await createCallRoute(telephony, actor, businessHours, instance, {
    number: 2020,
    name: 'Opening hours',
    time_zone: 'America/New_York',
    intervals: [
      { days: [...weekdays], from: '09:00', to: '18:00' },
      { days: ['sat'], from: '09:00', to: '13:00' },
    ],
    open_destination: '2010',
    closed_destination: '1001',
  })
  await createTrunk(telephony, actor, {
    name: 'Simulated provider',
    kind: 'ip',
    host: SIMULATED_PROVIDER,
    callerid: MAIN_NUMBER,
  })
  await createDid(telephony, actor, {
    number: MAIN_NUMBER,
    name: 'Main number',
    destination: { kind: 'internal', pbx: instanceUuid, number: '2020' },
  })
}
