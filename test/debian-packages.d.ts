export const browsers: readonly string[]
export function installDebianPackages(): void
export function isInstalled(program: string): boolean
export function arePackagesInstalled(packages: readonly string[]): boolean
export function findProgram(program: string): string | undefined
export function adviceFor(program: string): string
