import { type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'

/** What older clients expect of an organization, and this server does not offer. */
export const unofferedFields = {
  realm_digest_emails_enabled: false,
  realm_digest_weekday: 1,
  realm_disallow_disposable_email_addresses: false,
  /** everybody sees everybody's email address */
  realm_email_address_visibility: 1,
  realm_google_hangouts_domain: '',
  realm_is_zephyr_mirror_realm: false,
  realm_send_welcome_emails: false,
  realm_zoom_api_key: '',
  realm_zoom_api_secret: '',
  realm_zoom_user_id: '',
  plan_includes_wide_organization_logo: false,
  upgrade_text_for_wide_organization_logo: '',
  settings_send_digest_emails: false,
} as const

const schemas = { boolean: Type.Boolean(), number: Type.Integer(), string: Type.String() }

export const unofferedSchemas: Record<keyof typeof unofferedFields, TOptional<TSchema>> = uncheckedCast(
  Object.fromEntries(
    Object.entries(unofferedFields).map(([name, value]) => [
      name,
      Type.Optional(schemas[typeof value as keyof typeof schemas]),
    ]),
  ),
)
