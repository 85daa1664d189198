import { type Company, companiesTable } from '../telephony/identity/company.ts'
import type { Contact } from '../telephony/identity/contact.ts'
import { findContactByEmail } from '../telephony/identity/contact-store.ts'
import { notFound } from '../telephony/problem.ts'
import type { Telephony } from '../telephony/telephony.ts'

/** By id or, if it is unique, by name. */
export async function findCompanyNamed({ database }: Telephony, named: string): Promise<Company> {
  const companies = await companiesTable.list(database.read, {})
  const wanted = named.trim().toLowerCase()
  const [one, ...others] = companies.filter(
    ({ public_id: id, name }) => id === wanted || name.toLowerCase() === wanted,
  )
  if (!one) throw notFound(`There is no company '${named}'; see list-companies`)
  if (others.length === 0) return one
  const ids = [one, ...others].map(({ public_id: id }) => id).join(', ')
  throw notFound(`Several companies are called '${named}'; use an id: ${ids}`)
}

export async function findCompanyUser(
  { database }: Telephony,
  company: Company,
  email: string,
): Promise<Contact> {
  const contact = await findContactByEmail(database.read, company.id, email)
  if (!contact) throw notFound(`${company.name} has no user with the email address '${email}'`)
  return contact
}
