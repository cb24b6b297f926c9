/** What a source cannot give, in words for the user: a backend that refuses, a disk that is full. */
export class SourceError extends Error {}
