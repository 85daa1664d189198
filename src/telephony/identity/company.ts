import { table } from '../telephony-tables.ts'
import type { Address } from './address-schema.ts'
import type { CompaniesTable } from './companies-table.ts'

/** The part of a company that it edits itself. */
export interface CompanyProfile {
  address: Address
  affiliate: boolean
  billing_email: string
  description: string
  email: string
  emergency_contact_number: string
  /** null: the number of its users */
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

export const companiesTable = table('companies', ['id'], { read: companyOf })
