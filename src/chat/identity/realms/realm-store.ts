import type { Db } from '../../chat-platform.ts'
import { type Realm, realmsTable } from './realm.ts'
import { defaultRealmSettings, type RealmSettings } from './realm-settings.ts'

export async function updateRealm(
  db: Db,
  {
    id,
    name,
    description,
    settings,
    user_defaults,
  }: Pick<Realm, 'id' | 'name' | 'description' | 'settings' | 'user_defaults'>,
): Promise<void> {
  await realmsTable.update(
    db,
    { id },
    { name, description, settings: JSON.stringify(differing(settings)), user_defaults },
  )
}

function differing(settings: RealmSettings): Partial<RealmSettings> {
  const entries = Object.entries(settings)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== defaultRealmSettings[name as keyof RealmSettings]),
  )
}
