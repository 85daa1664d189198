import type { Address } from './address-schema.ts'
import type { CompaniesTable } from './companies-table.ts'

/** What the company says of itself. */
export interface CompanyProfile {
  address: Address
  affiliate: boolean
  billing_email: string
  description: string
  email: string
  emergency_contact_number: string
  /** null: as many as it has users */
  employees: number | null
  fax: string
  onboarding: boolean
  partner_id: string | null
  phone: string
  revenue: number | null
  website: string
}

export interface Company extends Omit<CompaniesTable, 'profile'> {
  profile: CompanyProfile
}

export const companyOf = (row: CompaniesTable): Company => ({ ...row, profile: JSON.parse(row.profile) })
