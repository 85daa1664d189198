import type { AuditEntriesTable } from './company/audit/audit-entries-table.ts'
import type { InstancesTable } from './company/instances/instances-table.ts'
import type { InvitationMailsTable } from './company/invitations/invitation-mails-table.ts'
import type { LocationsTable } from './company/locations/locations-table.ts'
import type { WebhookTables } from './events/webhooks/webhook-tables.ts'
import type { FaxTables } from './fax/faxes/fax-tables.ts'
import type { FileTables } from './files/file-tables.ts'
import type { RetryKeysTable } from './http/retry-keys-table.ts'
import type { ApiKeysTable } from './identity/api-keys-table.ts'
import type { CompaniesTable } from './identity/companies-table.ts'
import type { ContactsTable } from './identity/contacts-table.ts'
import type { ExtensionsTable } from './phones/extensions/extensions-table.ts'
import type { PbxAccountsTable, PbxIntentsTable } from './phones/pbx/pbx-tables.ts'
import type { UserStatusTables } from './status/user-status-tables.ts'
import type { TextingTables } from './texting/texting-tables.ts'

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
