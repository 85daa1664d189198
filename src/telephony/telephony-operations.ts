import { apiKeyRoutes } from './company/api-keys/api-key-routes.ts'
import { auditRoutes } from './company/audit/audit-routes.ts'
import { companyRoutes } from './company/company-routes.ts'
import { contactRoutes } from './company/contacts/contact-routes.ts'
import { instanceRoutes } from './company/instances/instance-routes.ts'
import { invitationRoutes } from './company/invitations/invitation-routes.ts'
import { locationRoutes } from './company/locations/location-routes.ts'
import { outgoingWebhookRoutes } from './events/webhooks/outgoing-webhook-routes.ts'
import { faxRoutes } from './fax/fax-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import type { Operation } from './http/operation.ts'
import { blockingRoutes } from './phones/blocking/blocking-routes.ts'
import { callingRulesRoutes } from './phones/calling-rules/calling-rules-routes.ts'
import { cdrRoutes } from './phones/calls/cdr-routes.ts'
import { forwardingRoutes } from './phones/calls/forwarding/forwarding-routes.ts'
import { recordingRoutes } from './phones/calls/recordings/recording-routes.ts'
import { conferenceRoutes } from './phones/conferences/conference-routes.ts'
import { deviceRoutes } from './phones/devices/device-routes.ts'
import { extensionRoutes } from './phones/extensions/extension-routes.ts'
import { featureCodeRoutes } from './phones/feature-codes/feature-code-routes.ts'
import { importRoutes } from './phones/imports/import-routes.ts'
import { directoryEntryRoutes } from './phones/name-directory/directory-entry-routes.ts'
import { outboundRouteRoutes } from './phones/outbound-routes/outbound-route-routes.ts'
import { parkingRoutes } from './phones/parking/parking-routes.ts'
import { instanceStatusRoutes } from './phones/pbx/instance-status-routes.ts'
import { promptRoutes } from './phones/prompts/prompt-routes.ts'
import { queueRoutes } from './phones/queues/queue-routes.ts'
import { reportRoutes } from './phones/reports/report-routes.ts'
import { retentionRoutes } from './phones/retention/retention-routes.ts'
import { callRouteRoutes } from './phones/routing/call-route-routes.ts'
import { softphoneRoutes } from './phones/softphones/softphone-routes.ts'
import { speechRoutes } from './phones/speech/speech-routes.ts'
import { didRoutes } from './phones/trunks/did-routes.ts'
import { trunkRoutes } from './phones/trunks/trunk-routes.ts'
import { greetingRoutes } from './phones/voicemail/greetings/greeting-routes.ts'
import { voicemailRoutes } from './phones/voicemail/voicemail-routes.ts'
import { userStatusRoutes } from './status/user-status-routes.ts'
import type { Telephony } from './telephony.ts'
import { carrierWebhookRoutes } from './texting/delivery/carrier-webhook-routes.ts'
import { textingRoutes } from './texting/texting-routes.ts'

/** The whole Telephony Self-Service API, in the order of the documentation. */
export const telephonyOperations: readonly Operation<Telephony>[] = [
  ...companyRoutes,
  ...retentionRoutes,
  ...blockingRoutes,
  ...speechRoutes,
  ...callingRulesRoutes,
  ...contactRoutes,
  ...invitationRoutes,
  ...locationRoutes,
  ...instanceRoutes,
  ...instanceStatusRoutes,
  ...extensionRoutes,
  ...forwardingRoutes,
  ...featureCodeRoutes,
  ...deviceRoutes,
  ...importRoutes,
  ...trunkRoutes,
  ...didRoutes,
  ...outboundRouteRoutes,
  ...callRouteRoutes,
  ...queueRoutes,
  ...conferenceRoutes,
  ...parkingRoutes,
  ...directoryEntryRoutes,
  ...cdrRoutes,
  ...reportRoutes,
  ...recordingRoutes,
  ...voicemailRoutes,
  ...greetingRoutes,
  ...promptRoutes,
  ...softphoneRoutes,
  ...textingRoutes,
  ...carrierWebhookRoutes,
  ...userStatusRoutes,
  ...faxRoutes,
  ...fileRoutes,
  ...apiKeyRoutes,
  ...outgoingWebhookRoutes,
  ...auditRoutes,
]
