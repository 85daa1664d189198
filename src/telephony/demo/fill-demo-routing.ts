import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inWorkFolder } from '../../platform/documents/in-work-folder.ts'
import { instancesTable } from '../company/instances/instances-table.ts'
import { businessHours } from '../phones/call-routes/business-hours.ts'
import { menus } from '../phones/call-routes/menus.ts'
import { ringGroups } from '../phones/call-routes/ring-groups.ts'
import { PROMPT_FIELD } from '../phones/prompts/store-prompt.ts'
import { routeToEdit } from '../phones/routing/call-route-access.ts'
import { createCallRoute } from '../phones/routing/call-route-actions.ts'
import { setMenuPrompt } from '../phones/routing/set-menu-prompt.ts'
import { createDid } from '../phones/trunks/change-dids.ts'
import { createTrunk } from '../phones/trunks/change-trunks.ts'
import { Problem } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import type { DemoCompany } from './create-demo-companies.ts'
import { demoMelody } from './demo-sounds.ts'

/** The number of Acme, from the numbers that belong to nobody. */
export const MAIN_NUMBER = '+12025550100'

/** Of a network for documentation (RFC 5737): nobody is there, so nothing is called by accident. */
const SIMULATED_PROVIDER = '203.0.113.10'

const WELCOME =
  'Welcome to Acme. For sales, press 1. For support, press 2. ' +
  'If you know the extension of the person you would like to reach, dial it now.'

/** What callers hear instead where no speech program is installed. */
const chime = [523, 659, 784, 1047]

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/**
 * How calls from outside reach people: the provider, opening hours, a menu, and groups of phones. Returns the id of the
 * trunk.
 */
export async function fillDemoRouting(telephony: Telephony, demo: DemoCompany): Promise<string> {
  const { actor, company, instanceUuid } = demo
  const instance = (await instancesTable.find(telephony.database.read, {
    company_id: company.id,
    uuid: instanceUuid,
  }))!
  const groups = [
    { number: 2001, name: 'Sales', members: ['1001', '1002'], mailbox: '1001' },
    { number: 2002, name: 'Support', members: ['1002', '1003'], strategy: 'hunt', mailbox: '1002' },
  ]
  for (const group of groups) await createCallRoute(telephony, actor, ringGroups, instance, group)
  const menu = await createCallRoute(telephony, actor, menus, instance, {
    number: 2010,
    name: 'Main menu',
    options: [
      { digit: '1', destination: '2001' },
      { digit: '2', destination: '2002' },
    ],
    timeout_destination: '2002',
    direct_dial: true,
  })
  await addPrompt(telephony, demo, menu.id)
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
  const trunk = await createTrunk(telephony, actor, {
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
  return trunk.id
}

/** Spoken where the program for that is installed, else tones. */
async function addPrompt(
  telephony: Telephony,
  { actor, company, instanceUuid }: DemoCompany,
  menuId: string,
): Promise<void> {
  const menu = await routeToEdit(telephony, actor, menus, { instance_uuid: instanceUuid, menu_id: menuId })
  const spoken = { isForm: true, fields: { text: WELCOME, language: 'en' }, files: [] }
  try {
    await setMenuPrompt(telephony, actor, menu, spoken)
  } catch (error) {
    if (!(error instanceof Problem && error.status === 503)) throw error
    const place = { dataDir: telephony.config.dataDir, tenant: company.public_id }
    await inWorkFolder(place, async (folder) => {
      const bytes = demoMelody(chime)
      const file = {
        field: PROMPT_FIELD,
        name: 'chime.wav',
        path: join(folder, 'chime.wav'),
        size: bytes.length,
      }
      await writeFile(file.path, bytes)
      await setMenuPrompt(telephony, actor, menu, { isForm: true, fields: {}, files: [file] })
    })
  }
}
