import { audit } from './portal-audit.ts'
import { bulk } from './portal-bulk.ts'
import { calls } from './portal-calls.ts'
import { carrier } from './portal-carrier.ts'
import { company } from './portal-company.ts'
import { extensions } from './portal-extensions.ts'
import { faxes } from './portal-faxes.ts'
import { imports } from './portal-imports.ts'
import { inspector } from './portal-inspector.ts'
import { keys } from './portal-keys.ts'
import { locations } from './portal-locations.ts'
import { overview } from './portal-overview.ts'
import { routing } from './portal-routing.ts'
import { shell } from './portal-shell.ts'
import { status } from './portal-status.ts'
import { texting } from './portal-texting.ts'
import { trunks } from './portal-trunks.ts'
import { users } from './portal-users.ts'
import { voicemail } from './portal-voicemail.ts'
import { webhooks } from './portal-webhooks.ts'

/** The texts of the self-service portal, by section. */
export const portalEnglish = {
  shell,
  overview,
  bulk,
  company,
  users,
  locations,
  extensions,
  trunks,
  calls,
  routing,
  voicemail,
  carrier,
  imports,
  texting,
  faxes,
  status,
  keys,
  webhooks,
  audit,
  inspector,
}
