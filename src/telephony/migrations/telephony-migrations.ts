import type { Migration } from '../../platform/database/schema/migration.ts'
import { createTelephonyTables } from './0001-telephony-tables.ts'
import { createTextingTables } from './0002-texting-tables.ts'
import { createFaxAndFileTables } from './0003-fax-and-file-tables.ts'
import { createWebhookAndStatusTables } from './0004-webhook-and-status-tables.ts'
import { createInvitationMailsTable } from './0005-invitation-mails.ts'
import { addContactSearch } from './0006-contact-search.ts'
import { createActingOwners } from './0007-acting-owners.ts'
import { createCallTables } from './0008-calls.ts'
import { createVoicemailTable } from './0009-voicemail.ts'
import { createOptOutConfirmations } from './0010-opt-out-confirmations.ts'
import { createTrunkTables } from './0011-trunks.ts'
import { createCallRoutes } from './0012-call-routes.ts'
import { createPhoneFeatureTables } from './0013-phone-features.ts'
import { createImportTables } from './0014-imports.ts'
import { addAsterisks } from './0015-asterisks.ts'
import { createCarrierAndRetentionTables } from './0016-carriers-and-retention.ts'
import { addReplacedKeys } from './0017-replaced-keys.ts'
import { createReceivedRecordings } from './0018-received-recordings.ts'
import { addAssignmentsAndInviters } from './0019-assignments-and-inviters.ts'
import { createCallingRules } from './0020-calling-rules.ts'
import { shareTrunkAddresses } from './0021-shared-trunk-addresses.ts'
import { addProvenAddresses } from './0022-proven-addresses.ts'

/** In the order of application. Add to the end; never change one that has been released. */
export const telephonyMigrations: readonly Migration[] = [
  { name: 'telephony-0001-first-tables', up: createTelephonyTables },
  { name: 'telephony-0002-texting', up: createTextingTables },
  { name: 'telephony-0003-faxes-and-files', up: createFaxAndFileTables },
  { name: 'telephony-0004-webhooks-and-status', up: createWebhookAndStatusTables },
  { name: 'telephony-0005-invitation-mails', up: createInvitationMailsTable },
  { name: 'telephony-0006-contact-search', up: addContactSearch },
  { name: 'telephony-0007-acting-owners', up: createActingOwners },
  { name: 'telephony-0008-calls', up: createCallTables },
  { name: 'telephony-0009-voicemail', up: createVoicemailTable },
  { name: 'telephony-0010-opt-out-confirmations', up: createOptOutConfirmations },
  { name: 'telephony-0011-trunks', up: createTrunkTables },
  { name: 'telephony-0012-call-routes', up: createCallRoutes },
  { name: 'telephony-0013-phone-features', up: createPhoneFeatureTables },
  { name: 'telephony-0014-imports', up: createImportTables },
  { name: 'telephony-0015-asterisks', up: addAsterisks },
  { name: 'telephony-0016-carriers-and-retention', up: createCarrierAndRetentionTables },
  { name: 'telephony-0017-replaced-keys', up: addReplacedKeys },
  { name: 'telephony-0018-received-recordings', up: createReceivedRecordings },
  { name: 'telephony-0019-assignments-and-inviters', up: addAssignmentsAndInviters },
  { name: 'telephony-0020-calling-rules', up: createCallingRules },
  { name: 'telephony-0021-shared-trunk-addresses', up: shareTrunkAddresses },
  { name: 'telephony-0022-proven-addresses', up: addProvenAddresses },
]
