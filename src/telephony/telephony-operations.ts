import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { carrierWebhookRoutes } from './carrier/carrier-webhook-routes.ts'
import { auditRoutes } from './changes/audit-routes.ts'
import { companyRoutes } from './company/company-routes.ts'
import { contactRoutes } from './contacts/contact-routes.ts'
import { extensionRoutes } from './extensions/extension-routes.ts'
import { faxRoutes } from './faxes/fax-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import type { Operation } from './http/operation.ts'
import { importRoutes } from './imports/import-routes.ts'
import { instanceRoutes } from './instances/instance-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { locationRoutes } from './locations/location-routes.ts'
import { textingRoutes } from './texting/texting-routes.ts'
import { userStatusRoutes } from './user-status/user-status-routes.ts'
import { outgoingWebhookRoutes } from './webhooks/outgoing-webhook-routes.ts'

/** The whole Telephony Self-Service API, in the order of the documentation. */
export const telephonyOperations: readonly Operation[] = [
  ...companyRoutes,
  ...contactRoutes,
  ...invitationRoutes,
  ...locationRoutes,
  ...instanceRoutes,
  ...extensionRoutes,
  ...importRoutes,
  ...textingRoutes,
  ...carrierWebhookRoutes,
  ...userStatusRoutes,
  ...faxRoutes,
  ...fileRoutes,
  ...apiKeyRoutes,
  ...outgoingWebhookRoutes,
  ...auditRoutes,
]
