import { Type } from '@sinclair/typebox'
import { nameSchemas } from '../../platform/openapi/schema-names.ts'
import { ApiKeyInput, ApiKeyPatch } from '../company/api-keys/api-key-input.ts'
import { ApiKeySchema, FreshApiKeySchema } from '../company/api-keys/api-key-view.ts'
import { AuditEntrySchema } from '../company/audit/audit-view.ts'
import { CompanySchema } from '../company/company-view.ts'
import { ContactPatch, NewContact } from '../company/contacts/contact-input.ts'
import { ContactSchema } from '../company/contacts/contact-view.ts'
import { InstanceSchema } from '../company/instances/instance-view.ts'
import { InvitationSchema } from '../company/invitations/invitation-view.ts'
import { LocationPatch, NewLocation } from '../company/locations/location-input.ts'
import { LocationSchema } from '../company/locations/location-view.ts'
import { CompanyPatch } from '../company/update-company.ts'
import { NewWebhook, WebhookPatch } from '../events/webhooks/webhook-input.ts'
import { DeliverySchema, WebhookSchema, WebhookWithSecretSchema } from '../events/webhooks/webhook-view.ts'
import { DestinationSchema } from '../fax/destinations/fax-destination-view.ts'
import { FaxSchema } from '../fax/faxes/fax-events.ts'
import { FaxNumberSchema } from '../fax/numbers/show-fax-numbers.ts'
import { FileSchema } from '../files/file-view.ts'
import { AddressInput, AddressSchema } from '../identity/address-schema.ts'
import {
  BlockedNumberSchema,
  CallScreeningSchema,
  NewBlockedNumber,
} from '../phones/blocking/blocking-view.ts'
import { businessHoursSchemas } from '../phones/call-routes/business-hours.ts'
import { conferenceSchemas } from '../phones/call-routes/conference-rooms.ts'
import { menuSchemas } from '../phones/call-routes/menus.ts'
import { nameDirectorySchemas } from '../phones/call-routes/name-directories.ts'
import { pagingSchemas } from '../phones/call-routes/paging-groups.ts'
import { parkingSchemas } from '../phones/call-routes/parking-lots.ts'
import { queueSchemas } from '../phones/call-routes/queues.ts'
import { ringGroupSchemas } from '../phones/call-routes/ring-groups.ts'
import { CdrSchema } from '../phones/calls/call-events.ts'
import { ForwardingSchema } from '../phones/calls/forwarding/set-forwarding.ts'
import { RecordingRulesSchema } from '../phones/calls/recordings/recording-rules.ts'
import { ParticipantSchema } from '../phones/conferences/list-participants.ts'
import { ConferencePinsSchema } from '../phones/conferences/room-pins.ts'
import { DevicePatch, NewDevice } from '../phones/devices/device-input.ts'
import { DeviceSchema } from '../phones/devices/device-view.ts'
import { ExtensionDataSchema, NewExtensionData } from '../phones/extension-data/extension-data-schema.ts'
import { ExtensionPatch, NewExtension, ReplacedExtension } from '../phones/extensions/extension-input.ts'
import { ExtensionSchema } from '../phones/extensions/extension-view.ts'
import { ProvisioningSchema } from '../phones/extensions/provision-extension.ts'
import { FeatureCodeSchema } from '../phones/feature-codes/feature-code-routes.ts'
import { ImportRowSchema, ImportSchema } from '../phones/imports/background/extension-import-events.ts'
import { ImportReportSchema } from '../phones/imports/import-report.ts'
import { DirectoryEntrySchema } from '../phones/name-directory/set-directory-entry.ts'
import {
  NewOutboundRoute,
  OutboundRoutePatch,
  OutboundRouteSchema,
} from '../phones/outbound-routes/outbound-route-view.ts'
import { ParkedCallSchema } from '../phones/parking/list-parked-calls.ts'
import { ParkInput } from '../phones/parking/park-call.ts'
import { AgentSchema, BoardSchema } from '../phones/queues/queue-board.ts'
import { StatisticsSchema } from '../phones/queues/queue-statistics.ts'
import { CallReportSchema } from '../phones/reports/show-report.ts'
import { RetentionSchema } from '../phones/retention/retention-view.ts'
import { DidPatch, NewDid } from '../phones/trunks/did-input.ts'
import { DidSchema } from '../phones/trunks/did-view.ts'
import { EmergencySchema } from '../phones/trunks/show-emergency.ts'
import { TrunkSchema } from '../phones/trunks/trunk-events.ts'
import { NewTrunk, TrunkPatch } from '../phones/trunks/trunk-input.ts'
import { VoicemailSchema } from '../phones/voicemail/voicemail-events.ts'
import { StatusLayersSchema, UserStatusSchema } from '../status/user-status-events.ts'
import { CarrierSchema } from '../texting/company-carriers/company-carrier-view.ts'
import { TextingContactSchema } from '../texting/contacts/texting-contact-view.ts'
import { NewConversation } from '../texting/conversations/open-conversation.ts'
import { ConversationSchema } from '../texting/conversations/texting-conversation-events.ts'
import { NewMessage } from '../texting/messages/publish-messages.ts'
import { PublishedMessageSchema, TextingMessageSchema } from '../texting/messages/texting-message-events.ts'
import { TextingNumberSchema } from '../texting/numbers/texting-number-view.ts'

/** The error body of every operation (RFC 9457). */
export const ProblemSchema = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong, as a sentence.' }),
    status: Type.Integer({ description: 'The status code.' }),
    title: Type.String({ description: 'The phrase of the status code.' }),
    type: Type.Literal('about:blank'),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({
              description: 'Where: a JSON pointer into the body, or the name of a parameter.',
            }),
            detail: Type.String(),
          },
          { additionalProperties: false },
        ),
        { description: 'With 400: all errors that were found.' },
      ),
    ),
  },
  { additionalProperties: false },
)

export const telephonySchemas = nameSchemas({
  Address: AddressSchema,
  AddressInput,
  ApiKey: ApiKeySchema,
  ApiKeyInput,
  ApiKeyPatch,
  FreshApiKey: FreshApiKeySchema,
  AuditEntry: AuditEntrySchema,
  Company: CompanySchema,
  CompanyPatch,
  Contact: ContactSchema,
  NewContact,
  ContactPatch,
  Location: LocationSchema,
  NewLocation,
  LocationPatch,
  Instance: InstanceSchema,
  Extension: ExtensionSchema,
  ExtensionData: ExtensionDataSchema,
  NewExtension,
  NewExtensionData,
  ReplacedExtension,
  ExtensionPatch,
  Provisioning: ProvisioningSchema,
  Invitation: InvitationSchema,
  Carrier: CarrierSchema,
  Retention: RetentionSchema,
  RecordingRules: RecordingRulesSchema,
  Import: ImportSchema,
  ImportReport: ImportReportSchema,
  Device: DeviceSchema,
  NewDevice,
  DevicePatch,
  Trunk: TrunkSchema,
  NewTrunk,
  TrunkPatch,
  BlockedNumber: BlockedNumberSchema,
  NewBlockedNumber,
  CallScreening: CallScreeningSchema,
  Did: DidSchema,
  NewDid,
  DidPatch,
  OutboundRoute: OutboundRouteSchema,
  NewOutboundRoute,
  OutboundRoutePatch,
  Emergency: EmergencySchema,
  ImportRow: ImportRowSchema,
  RingGroup: ringGroupSchemas.view,
  NewRingGroup: ringGroupSchemas.complete,
  RingGroupPatch: ringGroupSchemas.patch,
  BusinessHours: businessHoursSchemas.view,
  NewBusinessHours: businessHoursSchemas.complete,
  BusinessHoursPatch: businessHoursSchemas.patch,
  Menu: menuSchemas.view,
  NewMenu: menuSchemas.complete,
  MenuPatch: menuSchemas.patch,
  ConferenceRoom: conferenceSchemas.view,
  NewConferenceRoom: conferenceSchemas.complete,
  ConferenceRoomPatch: conferenceSchemas.patch,
  NameDirectory: nameDirectorySchemas.view,
  NewNameDirectory: nameDirectorySchemas.complete,
  NameDirectoryPatch: nameDirectorySchemas.patch,
  DirectoryEntry: DirectoryEntrySchema,
  ConferencePins: ConferencePinsSchema,
  ParkingLot: parkingSchemas.view,
  NewParkingLot: parkingSchemas.complete,
  ParkingLotPatch: parkingSchemas.patch,
  ParkedCall: ParkedCallSchema,
  PagingGroup: pagingSchemas.view,
  NewPagingGroup: pagingSchemas.complete,
  PagingGroupPatch: pagingSchemas.patch,
  ParkInput,
  Participant: ParticipantSchema,
  FeatureCode: FeatureCodeSchema,
  Forwarding: ForwardingSchema,
  Queue: queueSchemas.view,
  NewQueue: queueSchemas.complete,
  QueuePatch: queueSchemas.patch,
  QueueBoard: BoardSchema,
  QueueAgent: AgentSchema,
  QueueStatistics: StatisticsSchema,
  Call: CdrSchema,
  CallReport: CallReportSchema,
  VoicemailMessage: VoicemailSchema,
  Conversation: ConversationSchema,
  NewConversation,
  Message: TextingMessageSchema,
  NewMessage,
  PublishedMessage: PublishedMessageSchema,
  TextingContact: TextingContactSchema,
  TextingNumber: TextingNumberSchema,
  StatusLayers: StatusLayersSchema,
  UserStatus: UserStatusSchema,
  FaxMessage: FaxSchema,
  FaxDestination: DestinationSchema,
  FaxNumber: FaxNumberSchema,
  File: FileSchema,
  Webhook: WebhookSchema,
  WebhookWithSecret: WebhookWithSecretSchema,
  NewWebhook,
  WebhookPatch,
  Delivery: DeliverySchema,
  Problem: ProblemSchema,
})
