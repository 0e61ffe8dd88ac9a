declare module 'virtual:texts/en_US' {
  export const texts: Record<string, string>
}
declare module 'virtual:texts/du_DE' {
  export const texts: Record<string, string>
}
declare module 'virtual:texts/sie_DE' {
  export const texts: Record<string, string>
}
declare module 'virtual:texts/en_US/behind' {
  export const texts: Record<string, string>
}
declare module 'virtual:texts/du_DE/behind' {
  export const texts: Record<string, string>
}
declare module 'virtual:texts/sie_DE/behind' {
  export const texts: Record<string, string>
}
declare module 'virtual:subjects' {
  type Said = Record<string, readonly import('#shared/subjects.ts').Subject[] | 'anything'>
  export const shows: Said
  export const changes: Said
}
