import { t } from '../../texts/texts.ts'

/** What a service reports. Integrations of a newer server have only their name. */
export function aboutIntegration(name: string): string | undefined {
  return (t.integrations.about as Partial<Record<string, string>>)[name]
}
