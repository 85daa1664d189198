import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../platform/clock.ts'
import { AddressSchema } from '../identity/address-schema.ts'
import type { Company } from '../identity/company.ts'
import { contactsTable } from '../identity/contact.ts'
import { nullable } from '../nullable.ts'
import type { TelephonyDb } from '../telephony-platform.ts'

export const CompanySchema = Type.Object(
  {
    id: Type.String(),
    address: AddressSchema,
    affiliate: Type.Boolean({ description: 'Participating in partner invite program.' }),
    billing_email: Type.String(),
    created: Type.String(),
    description: Type.String(),
    email: Type.String(),
    emergency_contact_number: Type.String(),
    employees: Type.Integer({
      description: 'The number of users, unless another number is set. Null counts the users again.',
    }),
    fax: Type.String(),
    name: Type.String(),
    onboarding: Type.Boolean(),
    partner_id: nullable(Type.String()),
    phone: Type.String(),
    revenue: nullable(Type.Integer()),
    status: Type.String(),
    updated: Type.String(),
    website: Type.String(),
  },
  { additionalProperties: false },
)

export type CompanyView = Static<typeof CompanySchema>

export async function companyView(db: TelephonyDb, company: Company): Promise<CompanyView> {
  const { profile } = company
  return {
    id: company.public_id,
    address: profile.address,
    affiliate: profile.affiliate,
    billing_email: profile.billing_email,
    created: isoDate(company.created_at),
    description: profile.description,
    email: profile.email,
    emergency_contact_number: profile.emergency_contact_number,
    employees: profile.employees ?? (await contactsTable.count(db, { company_id: company.id })),
    fax: profile.fax,
    name: company.name,
    onboarding: profile.onboarding,
    partner_id: profile.partner_id,
    phone: profile.phone,
    revenue: profile.revenue,
    status: company.status,
    updated: isoDate(company.updated_at),
    website: profile.website,
  }
}
