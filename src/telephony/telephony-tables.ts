import type { ApiKeysTable } from './api-keys/api-keys-table.ts'
import type { AuditEntriesTable } from './changes/audit-entries-table.ts'
import type { CompaniesTable } from './company/companies-table.ts'
import type { ContactsTable } from './contacts/contacts-table.ts'
import type { ExtensionsTable } from './extensions/extensions-table.ts'
import type { FaxTables } from './faxes/fax-tables.ts'
import type { FileTables } from './files/file-tables.ts'
import type { RetryKeysTable } from './http/retry-keys-table.ts'
import type { InstancesTable } from './instances/instances-table.ts'
import type { InvitationMailsTable } from './invitations/invitation-mails-table.ts'
import type { LocationsTable } from './locations/locations-table.ts'
import type { PbxAccountsTable, PbxIntentsTable } from './pbx/pbx-tables.ts'
import type { TextingTables } from './texting/texting-tables.ts'
import type { UserStatusTables } from './user-status/user-status-tables.ts'
import type { WebhookTables } from './webhooks/webhook-tables.ts'

/** Every table of the telephony. Keys start with the company; the embedded PBX is a server of its own. */
export interface TelephonyTables
  extends TextingTables,
    FaxTables,
    FileTables,
    UserStatusTables,
    WebhookTables {
  companies: CompaniesTable
  api_keys: ApiKeysTable
  contacts: ContactsTable
  locations: LocationsTable
  instances: InstancesTable
  extensions: ExtensionsTable
  pbx_intents: PbxIntentsTable
  pbx_accounts: PbxAccountsTable
  audit_entries: AuditEntriesTable
  retry_keys: RetryKeysTable
  invitation_mails: InvitationMailsTable
}
