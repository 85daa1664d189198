import {
  Activity,
  Building2,
  FileClock,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Phone,
  PhoneCall,
  PhoneForwarded,
  Printer,
  Server,
  Split,
  UserRoundCheck,
  Users,
  Voicemail,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Role } from './portal-context.ts'

export type SectionName =
  | 'overview'
  | 'company'
  | 'users'
  | 'locations'
  | 'instances'
  | 'extensions'
  | 'routing'
  | 'trunks'
  | 'calls'
  | 'voicemail'
  | 'texting'
  | 'faxes'
  | 'status'
  | 'keys'
  | 'webhooks'
  | 'audit'
  | 'events'

/** The menu shows sections of a kind together. */
export const sectionGroups = ['start', 'company', 'communication', 'administration'] as const

export interface Section {
  /** The first part of its address. */
  name: SectionName
  icon: LucideIcon
  /** Gets the rest of its address. */
  Page: ComponentType<{ path: readonly string[] }>
  group: (typeof sectionGroups)[number]
  ownerOnly?: true
  /** for owners and administrators */
  managersOnly?: true
}

/** In the order of the menu. Each is loaded when it is first opened. */
export const portalSections: readonly Section[] = [
  {
    name: 'overview',
    group: 'start',
    icon: LayoutDashboard,
    Page: lazy(async () => ({ default: (await import('../overview/overview-page.tsx')).OverviewPage })),
  },
  {
    name: 'company',
    group: 'company',
    icon: Building2,
    Page: lazy(async () => ({ default: (await import('../company/company-page.tsx')).CompanyPage })),
  },
  {
    name: 'users',
    group: 'company',
    icon: Users,
    Page: lazy(async () => ({ default: (await import('../users/users-page.tsx')).UsersPage })),
  },
  {
    name: 'locations',
    group: 'company',
    icon: MapPin,
    Page: lazy(async () => ({ default: (await import('../locations/locations-page.tsx')).LocationsPage })),
  },
  {
    name: 'instances',
    group: 'company',
    icon: Server,
    Page: lazy(async () => ({ default: (await import('../locations/instances-page.tsx')).InstancesPage })),
  },
  {
    name: 'extensions',
    group: 'communication',
    icon: Phone,
    Page: lazy(async () => ({ default: (await import('../extensions/extensions-page.tsx')).ExtensionsPage })),
  },
  {
    name: 'routing',
    group: 'communication',
    icon: Split,
    Page: lazy(async () => ({ default: (await import('../routing/routing-page.tsx')).RoutingPage })),
  },
  {
    name: 'trunks',
    group: 'communication',
    icon: PhoneForwarded,
    Page: lazy(async () => ({ default: (await import('../trunks/trunks-page.tsx')).TrunksPage })),
    managersOnly: true,
  },
  {
    name: 'calls',
    group: 'communication',
    icon: PhoneCall,
    Page: lazy(async () => ({ default: (await import('../calls/calls-page.tsx')).CallsPage })),
  },
  {
    name: 'voicemail',
    group: 'communication',
    icon: Voicemail,
    Page: lazy(async () => ({ default: (await import('../voicemail/voicemail-page.tsx')).VoicemailPage })),
  },
  {
    name: 'texting',
    group: 'communication',
    icon: MessageSquareText,
    Page: lazy(async () => ({ default: (await import('../texting/texting-page.tsx')).TextingPage })),
  },
  {
    name: 'faxes',
    group: 'communication',
    icon: Printer,
    Page: lazy(async () => ({ default: (await import('../faxes/faxes-page.tsx')).FaxesPage })),
  },
  {
    name: 'status',
    group: 'communication',
    icon: UserRoundCheck,
    Page: lazy(async () => ({ default: (await import('../status/status-page.tsx')).StatusPage })),
  },
  {
    name: 'keys',
    group: 'administration',
    icon: KeyRound,
    Page: lazy(async () => ({ default: (await import('../api-keys/api-keys-page.tsx')).ApiKeysPage })),
    ownerOnly: true,
  },
  {
    name: 'webhooks',
    group: 'administration',
    icon: Webhook,
    Page: lazy(async () => ({ default: (await import('../webhooks/webhooks-page.tsx')).WebhooksPage })),
    ownerOnly: true,
  },
  {
    name: 'audit',
    group: 'administration',
    icon: FileClock,
    Page: lazy(async () => ({ default: (await import('../audit/audit-page.tsx')).AuditPage })),
    ownerOnly: true,
  },
  {
    name: 'events',
    group: 'administration',
    icon: Activity,
    Page: lazy(async () => ({ default: (await import('../inspector/inspector-page.tsx')).InspectorPage })),
  },
]

/** The sections that somebody in this role may use. */
export const sectionsFor = (role: Role) =>
  portalSections.filter(
    ({ ownerOnly, managersOnly }) => role === 'owner' || !(ownerOnly || (managersOnly && role === 'user')),
  )
