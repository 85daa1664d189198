export interface InstalledAsterisk {
  readonly command: readonly [string, ...string[]]
  readonly directories: Readonly<Record<string, string>>
}
export function findAsterisk(): InstalledAsterisk | undefined
export function installAsterisk(): void
