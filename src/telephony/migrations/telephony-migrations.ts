import type { Migration } from '../../platform/database/schema/migration.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { createQueuesAndDevices } from './0002-queues-and-devices.ts'
import { createForwardings } from './0003-forwarding.ts'
import { createConferenceRooms } from './0004-conference-rooms.ts'
import { createRoutesAndRecordingRules } from './0005-routes-and-recording-rules.ts'
import { addClosedPhones } from './0006-closed-phones.ts'
import { addTrunkProblems } from './0007-trunk-problems.ts'
import { createParkingAndPaging } from './0008-parking-and-paging.ts'
import { createNameDirectory } from './0009-name-directory.ts'
import { extendRetention } from './0010-retention-and-erasure.ts'
import { indexAuditAge } from './0011-audit-age.ts'
import { addConditionalForwarding } from './0012-conditional-forwarding.ts'
import { addDeviceRegistrations } from './0013-device-registrations.ts'

/** In order. Append new ones; never change one that is on main. */
export const telephonyMigrations: readonly Migration[] = [
  { name: 'telephony-0001-first-tables', up: createFirstTables },
  { name: 'telephony-0002-queues-and-devices', up: createQueuesAndDevices },
  { name: 'telephony-0003-forwarding', up: createForwardings },
  { name: 'telephony-0004-conference-rooms', up: createConferenceRooms },
  { name: 'telephony-0005-routes-and-recording-rules', up: createRoutesAndRecordingRules },
  { name: 'telephony-0006-closed-phones', up: addClosedPhones },
  { name: 'telephony-0007-trunk-problems', up: addTrunkProblems },
  { name: 'telephony-0008-parking-and-paging', up: createParkingAndPaging },
  { name: 'telephony-0009-name-directory', up: createNameDirectory },
  { name: 'telephony-0010-retention-and-erasure', up: extendRetention },
  { name: 'telephony-0011-audit-age', up: indexAuditAge },
  { name: 'telephony-0012-conditional-forwarding', up: addConditionalForwarding },
  { name: 'telephony-0013-device-registrations', up: addDeviceRegistrations },
]
