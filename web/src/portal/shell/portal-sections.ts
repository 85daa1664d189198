import {
  Activity,
  Building2,
  FileClock,
  KeyRound,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Phone,
  Printer,
  Server,
  UserRoundCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'

export type SectionName =
  | 'company'
  | 'users'
  | 'locations'
  | 'instances'
  | 'extensions'
  | 'texting'
  | 'faxes'
  | 'status'
  | 'keys'
  | 'webhooks'
  | 'audit'
  | 'events'

export interface Section {
  /** The first part of its address. */
  name: SectionName
  icon: LucideIcon
  /** Gets the rest of its address. */
  Page: ComponentType<{ path: readonly string[] }>
  ownerOnly?: true
}

/** In the order of the menu. Each is loaded when it is first opened. */
export const portalSections: readonly Section[] = [
  {
    name: 'company',
    icon: Building2,
    Page: lazy(async () => ({ default: (await import('../company/company-page.tsx')).CompanyPage })),
  },
  {
    name: 'users',
    icon: Users,
    Page: lazy(async () => ({ default: (await import('../users/users-page.tsx')).UsersPage })),
  },
  {
    name: 'locations',
    icon: MapPin,
    Page: lazy(async () => ({ default: (await import('../locations/locations-page.tsx')).LocationsPage })),
  },
  {
    name: 'instances',
    icon: Server,
    Page: lazy(async () => ({ default: (await import('../locations/instances-page.tsx')).InstancesPage })),
  },
  {
    name: 'extensions',
    icon: Phone,
    Page: lazy(async () => ({ default: (await import('../extensions/extensions-page.tsx')).ExtensionsPage })),
  },
  {
    name: 'texting',
    icon: MessageSquareText,
    Page: lazy(async () => ({ default: (await import('../texting/texting-page.tsx')).TextingPage })),
  },
  {
    name: 'faxes',
    icon: Printer,
    Page: lazy(async () => ({ default: (await import('../faxes/faxes-page.tsx')).FaxesPage })),
  },
  {
    name: 'status',
    icon: UserRoundCheck,
    Page: lazy(async () => ({ default: (await import('../status/status-page.tsx')).StatusPage })),
  },
  {
    name: 'keys',
    icon: KeyRound,
    Page: lazy(async () => ({ default: (await import('../api-keys/api-keys-page.tsx')).ApiKeysPage })),
    ownerOnly: true,
  },
  {
    name: 'webhooks',
    icon: Webhook,
    Page: lazy(async () => ({ default: (await import('../webhooks/webhooks-page.tsx')).WebhooksPage })),
    ownerOnly: true,
  },
  {
    name: 'audit',
    icon: FileClock,
    Page: lazy(async () => ({ default: (await import('../audit/audit-page.tsx')).AuditPage })),
    ownerOnly: true,
  },
  {
    name: 'events',
    icon: Activity,
    Page: lazy(async () => ({ default: (await import('../inspector/inspector-page.tsx')).InspectorPage })),
  },
]
