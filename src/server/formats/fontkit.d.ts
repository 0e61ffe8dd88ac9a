/** The font reader for pdf-lib; only the module as a whole is used. */
declare module 'fontkit'
