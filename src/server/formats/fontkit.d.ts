/** The font reader that pdf-lib is handed; only its module as a whole is used. */
declare module 'fontkit'
