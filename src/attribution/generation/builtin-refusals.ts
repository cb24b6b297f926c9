/** Generated from data/refusals.txt by scripts/make-refusals.mjs: do not edit. One phrase a line. */
export const BUILTIN_REFUSALS = `
I don't know
I do not know
I have no idea
I couldn't find
I could not find
I could find no
I can't find
I cannot find
I can not find
I didn't find
I did not find
I found no
I wasn't able to
I was not able to
I was unable to
I'm not able to
I am not able to
I'm unable to
I am unable to
I won't be able to
I will not be able to
I couldn't locate
I could not locate
I can't locate
I cannot locate
I don't have information
I don't have any information
I don't have enough information
I don't have sufficient information
I don't have specific information
I don't have that information
I don't have this information
I don't have the information
I don't have relevant information
I don't have any details
I don't have details
I don't have any record
I don't have a record
I don't have any data
I don't have data
I don't have access
I don't have an answer
I don't have the answer
I don't have enough context
I don't have enough details
I do not have information
I do not have any information
I do not have enough information
I do not have sufficient information
I do not have specific information
I do not have that information
I do not have this information
I do not have the information
I do not have relevant information
I do not have any details
I do not have details
I do not have any record
I do not have a record
I do not have any data
I do not have data
I do not have access
I do not have an answer
I do not have the answer
I do not have enough context
I do not have enough details
I don't see any information
I do not see any information
I have no information
I have no record
I have no records
I have no data
I have no knowledge
I'm not aware of any
I am not aware of any
I can't answer
I cannot answer
I can not answer
I couldn't answer
I could not answer
I can't help
I cannot help
I can not help
I can't assist
I cannot assist
I can't provide
I cannot provide
I can not provide
I can't determine
I cannot determine
I can't confirm
I cannot confirm
I can't verify
I cannot verify
I can't tell
I cannot tell
I can't comply
I cannot comply
we couldn't find
we could not find
we don't have information
we don't have any information
we do not have information
we do not have any information
couldn't find any
could not find any
couldn't find information
could not find information
couldn't find anything
could not find anything
unable to find any
unable to find information
unable to answer
unable to determine
cannot be answered
can't be answered
can not be answered
cannot be determined
can't be determined
there is no information
there's no information
there is no mention
there's no mention
there is no relevant
there is not enough information
there isn't enough information
no information was found
no information found
no information is available
no information available
no information about
no information on that
no information regarding
no relevant information
no relevant documents
no relevant results
no relevant context
no results found
no results were found
no matching documents
no matching results
no documents were found
no answer was found
no answer found
nothing was found
not enough information
not enough context
insufficient information
insufficient context
insufficient data
context does not contain
context doesn't contain
context does not mention
context doesn't mention
context does not provide
context doesn't provide
context does not include
context doesn't include
context does not specify
context doesn't specify
context does not have
context doesn't have
context contains no
context provided does not
context provided doesn't
documents do not contain
documents don't contain
documents do not mention
documents don't mention
documents do not provide
documents don't provide
documents do not include
documents don't include
documents do not specify
documents don't specify
documents provided do not
documents provided don't
sources do not contain
sources don't contain
sources do not mention
sources don't mention
passages do not contain
passages don't contain
passages do not mention
passages don't mention
text does not contain
text doesn't contain
text does not mention
text doesn't mention
information provided does not
information provided doesn't
is not mentioned in the
isn't mentioned in the
not mentioned in the provided
not mentioned in the context
not mentioned in the documents
not specified in the provided
not specified in the context
not specified in the documents
not provided in the context
not provided in the documents
not available in the context
not available in the documents
not available in the provided
not contained in the context
not found in the context
not found in the documents
not found in the provided
not in my knowledge base
outside my knowledge
beyond my knowledge
outside of my knowledge
outside the scope of my
beyond the scope of my
sorry, but I can't
sorry, but I cannot
sorry, but I don't
sorry, but I do not
sorry, but I couldn't
sorry, but I could not
sorry, but I didn't
sorry, but I have no
sorry, I can't
sorry, I cannot
sorry, I don't
sorry, I do not
sorry, I couldn't
sorry, I could not
sorry, I didn't
sorry, I have no
I apologize, but I
as an AI language model
ich weiß es nicht
ich weiß das nicht
ich weiß nicht
das weiß ich nicht
das weiß ich leider nicht
ich weiss es nicht
ich weiss nicht
das weiss ich nicht
ich habe keine Informationen
ich habe keine Information
ich habe dazu keine
ich habe darüber keine
ich habe hierzu keine
ich habe keine Angaben
ich habe keinen Zugriff
ich habe leider keine
ich habe nichts dazu gefunden
ich habe dazu nichts
ich habe keine passenden
ich habe keine relevanten
ich konnte keine
ich konnte dazu keine
ich konnte dazu nichts
ich konnte hierzu keine
ich konnte darüber keine
ich konnte leider keine
ich konnte leider nichts
ich konnte nichts
ich kann keine Informationen
ich kann keine Angaben
ich kann dazu keine
ich kann dazu nichts
ich kann hierzu keine
ich kann diese Frage nicht
ich kann die Frage nicht
ich kann Ihre Frage nicht
ich kann deine Frage nicht
ich kann diese Frage leider nicht
ich kann das nicht beantworten
ich kann dies nicht beantworten
ich kann das leider nicht
ich kann dir nicht helfen
ich kann dir dabei nicht
ich kann dir leider nicht
ich kann Ihnen nicht helfen
ich kann Ihnen dabei nicht
ich kann Ihnen leider nicht
ich kann dabei nicht helfen
ich bin nicht in der Lage
kann ich nicht beantworten
kann ich leider nicht
kann nicht beantwortet werden
lässt sich nicht beantworten
mir liegen keine
mir liegen dazu keine
mir liegen hierzu keine
mir liegen leider keine
dazu liegen mir keine
dazu habe ich keine
dazu habe ich leider keine
dazu kann ich keine
dazu kann ich nichts
dazu konnte ich keine
dazu konnte ich nichts
darüber habe ich keine
hierzu liegen mir keine
leider kann ich
leider konnte ich
leider habe ich keine
leider liegen mir
leider weiß ich
es liegen keine Informationen
es gibt keine Informationen
es wurden keine Informationen
es wurden keine Ergebnisse
es wurden keine Dokumente
es wurden keine passenden
keine Informationen gefunden
keine Informationen verfügbar
keine Informationen vorhanden
keine Informationen dazu
keine Informationen darüber
keine relevanten Informationen
keine relevanten Dokumente
keine ausreichenden Informationen
keine Ergebnisse gefunden
nicht genügend Informationen
nicht genug Informationen
nicht ausreichend Informationen
unzureichende Informationen
der Kontext enthält keine
Kontext enthält keine
Kontext keine Informationen
Dokumente enthalten keine
Dokumenten keine Informationen
Quellen enthalten keine
im Kontext nicht erwähnt
im Kontext nicht enthalten
im Kontext nicht angegeben
in den Dokumenten nicht erwähnt
geht aus dem Kontext nicht hervor
geht aus den Dokumenten nicht hervor
tut mir leid, aber ich
tut mir leid, ich kann
tut mir leid, ich habe keine
tut mir leid, dazu
je ne sais pas
je ne le sais pas
je l'ignore
je n'ai pas trouvé
je n'ai rien trouvé
je n'ai trouvé aucun
je n'ai trouvé aucune
je n'ai pas pu trouver
je n'ai pas réussi à trouver
je ne trouve pas
je ne trouve aucune
je n'ai pas d'information
je n'ai pas d'informations
je n'ai pas cette information
je n'ai pas l'information
je n'ai pas assez d'informations
je n'ai pas suffisamment d'informations
je n'ai pas accès
je n'ai aucune information
je n'ai aucune donnée
je ne dispose pas
je ne dispose d'aucune
je ne possède pas
je ne peux pas répondre
je ne peux pas vous aider
je ne peux pas t'aider
je ne peux pas fournir
je ne peux pas vous fournir
je ne peux pas déterminer
je ne peux malheureusement pas
je ne suis pas en mesure
je suis dans l'incapacité
je suis incapable de
je suis désolé, mais je ne
je suis désolé, mais je n'ai
je suis désolée, mais je ne
désolé, mais je ne
désolé, mais je n'ai
désolé, je ne
désolé, je n'ai
désolée, je ne
il n'y a pas d'information
il n'y a pas d'informations
il n'y a aucune information
aucune information disponible
aucune information pertinente
aucune information n'a été trouvée
aucune information trouvée
aucune information sur
aucune information concernant
aucun document pertinent
aucun résultat
pas assez d'informations
pas suffisamment d'informations
informations insuffisantes
le contexte ne contient pas
le contexte ne contient aucune
le contexte ne mentionne pas
le contexte ne fournit pas
le contexte ne précise pas
contexte fourni ne
les documents ne contiennent pas
les documents ne contiennent aucune
les documents ne mentionnent pas
documents fournis ne
n'est pas mentionné dans
n'est pas mentionnée dans
n'est pas précisé dans
n'est pas précisée dans
impossible de répondre
no lo sé
no sé
no encontré
no encuentro
no he encontrado
no he podido encontrar
no pude encontrar
no puedo encontrar
no logré encontrar
no tengo información
no tengo la información
no tengo esa información
no tengo suficiente información
no tengo suficientes datos
no tengo datos
no tengo acceso
no tengo constancia
no dispongo de
no cuento con información
no cuento con suficiente
no cuento con la información
no poseo información
no puedo responder
no puedo contestar
no puedo ayudar
no puedo ayudarte
no puedo ayudarle
no puedo proporcionar
no puedo determinar
no puedo confirmar
no me es posible
no soy capaz de
no estoy en condiciones de
lo siento, pero no puedo
lo siento, pero no tengo
lo siento, no puedo
lo siento, no tengo
lo lamento, pero no puedo
lamento no poder
no hay información
no hay suficiente información
no hay datos
no existe información
no se encontró información
no se encontró ninguna
no se encontraron resultados
no se encontraron documentos
no se ha encontrado información
no se han encontrado resultados
información insuficiente
el contexto no contiene
el contexto no menciona
el contexto no proporciona
el contexto no incluye
el contexto no especifica
contexto proporcionado no
los documentos no contienen
los documentos no mencionan
los documentos no incluyen
no se menciona en
no se especifica en
no aparece en el contexto
non lo so
non so
non ho trovato
non trovo
non sono riuscito a trovare
non sono riuscita a trovare
non riesco a trovare
non ho potuto trovare
non ho informazioni
non ho abbastanza informazioni
non ho informazioni sufficienti
non ho queste informazioni
non ho accesso
non ho dati
non dispongo di
non possiedo informazioni
non posso rispondere
non posso aiutarti
non posso aiutarla
non posso aiutare
non posso fornire
non posso determinare
non sono in grado di
mi dispiace, ma non posso
mi dispiace, ma non ho
mi dispiace, non posso
mi dispiace, non ho
non ci sono informazioni
non sono disponibili informazioni
non sono state trovate informazioni
nessuna informazione disponibile
nessuna informazione trovata
nessuna informazione rilevante
nessuna informazione su
nessun risultato
nessun documento pertinente
informazioni insufficienti
informazioni non sufficienti
il contesto non contiene
il contesto non menziona
il contesto non fornisce
il contesto non include
il contesto non specifica
contesto fornito non
i documenti non contengono
i documenti non menzionano
non è menzionato nel
non è menzionata nel
non è specificato nel
não sei
não encontrei
não consegui encontrar
não consigo encontrar
não pude encontrar
não foi possível encontrar
não localizei
não tenho informação
não tenho informações
não tenho essa informação
não tenho essas informações
não tenho dados
não tenho acesso
não disponho de
não possuo informações
não posso responder
não consigo responder
não posso ajudar
não consigo ajudar
não posso fornecer
não sou capaz de
não estou em condições de
desculpe, mas não posso
desculpe, mas não tenho
desculpe, mas não consigo
desculpe, não posso
desculpe, não tenho
lamento, mas não posso
lamento, mas não tenho
sinto muito, mas não posso
sinto muito, mas não tenho
não há informação
não há informações
não existem informações
não foram encontradas informações
nenhuma informação encontrada
nenhuma informação disponível
nenhuma informação relevante
nenhuma informação sobre
nenhum resultado
nenhum documento relevante
informações insuficientes
informação insuficiente
o contexto não contém
o contexto não menciona
o contexto não fornece
o contexto não inclui
o contexto não especifica
contexto fornecido não
os documentos não contêm
os documentos não mencionam
não é mencionado no
não é mencionada no
não está especificado no
ik weet het niet
dat weet ik niet
ik weet niet
ik heb geen informatie
ik heb daar geen informatie
ik heb hier geen informatie
ik heb hierover geen
ik heb daarover geen
ik heb geen gegevens
ik heb geen toegang
ik heb onvoldoende informatie
ik heb niet genoeg informatie
ik heb niets gevonden
ik heb geen relevante
ik kon geen
ik kon niets
ik kon hierover geen
ik kan geen informatie
ik kan hier geen
ik kan hierover geen
ik kan deze vraag niet
ik kan die vraag niet
ik kan je vraag niet
ik kan uw vraag niet
ik kan dat niet beantwoorden
ik kan dit niet beantwoorden
ik kan je daar niet
ik kan je niet helpen
ik kan u niet helpen
ik kan u daar niet
ik kan daar niet mee helpen
ik kan niet antwoorden
ik beschik niet over
ik ben niet in staat
het spijt me, maar ik
helaas kan ik
helaas kon ik
helaas heb ik geen
sorry, maar ik kan
sorry, ik kan
er is geen informatie
er zijn geen resultaten
er is onvoldoende informatie
geen informatie gevonden
geen informatie beschikbaar
geen informatie over
geen relevante informatie
geen relevante documenten
geen resultaten gevonden
onvoldoende informatie
niet genoeg informatie
de context bevat geen
context bevat geen
documenten bevatten geen
wordt niet vermeld in
wordt niet genoemd in
staat niet in de context
jag vet inte
det vet jag inte
jag kunde inte hitta
jag hittade ingen
jag hittade inga
jag hittade inget
jag kan inte hitta
jag hittar ingen
jag har ingen information
jag har inte tillräckligt med information
jag har inte tillgång
jag kan inte svara
jag kan inte besvara
jag kan inte hjälpa
jag kan tyvärr inte
tyvärr kan jag inte
det finns ingen information
ingen information hittades
otillräcklig information
kontexten innehåller inte
kontexten innehåller ingen
dokumenten innehåller inte
dokumenten innehåller ingen
jeg ved det ikke
jeg ved ikke
det ved jeg ikke
jeg kunne ikke finde
jeg kan ikke finde
jeg fandt ingen
jeg har ingen oplysninger
jeg har ikke oplysninger
jeg har ikke nok oplysninger
jeg har ikke adgang
jeg kan ikke svare
jeg kan ikke besvare
jeg kan ikke hjælpe
jeg kan desværre ikke
der er ingen oplysninger
konteksten indeholder ikke
konteksten indeholder ingen
jeg vet ikke
det vet jeg ikke
jeg kunne ikke finne
jeg kan ikke finne
jeg fant ingen
jeg har ingen informasjon
jeg har ikke informasjon
jeg har ikke nok informasjon
jeg har ikke tilgang
jeg kan ikke hjelpe
jeg kan dessverre ikke
det finnes ingen informasjon
konteksten inneholder ikke
konteksten inneholder ingen
en tiedä
en löytänyt
en löydä
minulla ei ole tietoa
minulla ei ole tietoja
minulla ei ole riittävästi
en voi vastata
en pysty vastaamaan
en osaa vastata
tietoa ei löytynyt
nie wiem
nie znalazłem
nie znalazłam
nie znaleziono informacji
nie udało mi się znaleźć
nie mogę znaleźć
nie mam informacji
nie mam wystarczających informacji
nie mam dostępu
nie posiadam informacji
nie mogę odpowiedzieć
nie mogę pomóc
nie jestem w stanie
nie potrafię odpowiedzieć
brak informacji
niewystarczające informacje
kontekst nie zawiera
dokumenty nie zawierają
nevím
nenašel jsem
nenašla jsem
nemohu najít
nepodařilo se mi najít
nemám informace
nemám dostatek informací
nemohu odpovědět
nedokážu odpovědět
nemohu pomoci
kontext neobsahuje
dokumenty neobsahují
я не знаю
не знаю
я не нашел
я не нашёл
я не нашла
не удалось найти
мне не удалось найти
я не смог найти
я не могу найти
не могу найти
у меня нет информации
у меня нет данных
у меня нет доступа
у меня недостаточно информации
я не могу ответить
не могу ответить
я не могу помочь
не могу помочь
я не располагаю
не располагаю информацией
нет информации о
нет информации об
информации нет
информация отсутствует
недостаточно информации
контекст не содержит
в контексте нет
документы не содержат
в документах нет
ничего не найдено
я не знайшов
я не знайшла
не вдалося знайти
не можу знайти
у мене немає інформації
я не можу відповісти
не можу відповісти
немає інформації
недостатньо інформації
контекст не містить
bilmiyorum
bilgi bulamadım
bulamadım
bilgim yok
bilgiye sahip değilim
yeterli bilgi yok
yeterli bilgiye sahip değilim
bilgi bulunamadı
bilgi bulunmamaktadır
bilgi bulunmuyor
yanıt veremiyorum
cevap veremiyorum
cevaplayamıyorum
yanıtlayamıyorum
yardımcı olamıyorum
لا أعرف
لا أعلم
لم أجد
لم أتمكن من العثور
لا أستطيع الإجابة
لا يمكنني الإجابة
لا أستطيع مساعدتك
لا يمكنني مساعدتك
ليس لدي معلومات
ليست لدي معلومات
لا أملك معلومات
لا توجد معلومات
لا تتوفر معلومات
אני לא יודע
אני לא יודעת
איני יודע
לא מצאתי
אין לי מידע
איני יכול לענות
אני לא יכול לענות
אין מידע
मुझे नहीं पता
मुझे नहीं मालूम
मुझे जानकारी नहीं
मेरे पास जानकारी नहीं
मेरे पास इसकी जानकारी नहीं
जानकारी नहीं मिली
जानकारी उपलब्ध नहीं है
मैं उत्तर नहीं दे सकता
मैं जवाब नहीं दे सकता
tôi không biết
tôi không tìm thấy
tôi không có thông tin
tôi không thể trả lời
tôi không thể giúp
không tìm thấy thông tin
không có thông tin
không có đủ thông tin
saya tidak tahu
saya tidak menemukan
saya tidak dapat menemukan
saya tidak memiliki informasi
saya tidak punya informasi
saya tidak dapat menjawab
saya tidak bisa menjawab
saya tidak dapat membantu
tidak ada informasi
tidak ditemukan informasi
informasi tidak ditemukan
わかりません
分かりません
分かりかねます
わかりかねます
存じません
見つかりません
見つけられません
見つけることができません
情報がありません
情報はありません
情報がない
情報は含まれていません
情報が含まれていません
情報を持っていません
情報が不足しています
情報が足りません
十分な情報がありません
記載がありません
記載はありません
記載されていません
言及されていません
お答えできません
お答えできかねます
お答えしかねます
お答えいたしかねます
お答えすることができません
答えられません
答えることができません
回答できません
回答することができません
提供できません
提供することができません
お手伝いできません
お役に立てません
我不知道
我不清楚
我不确定
我不確定
我不了解
我找不到
我没有找到
我沒有找到
我没找到
我未找到
我未能找到
我无法
我無法
我没有相关
我沒有相關
我没有关于
我沒有關於
我没有足够
我沒有足夠
我没有这方面
我沒有這方面
我不能回答
我不能提供
无法回答
無法回答
无法找到
無法找到
无法确定
無法確定
无法提供
無法提供
未找到相关
未找到相關
没有找到相关
沒有找到相關
找不到相关
找不到相關
没有相关信息
沒有相關資訊
沒有相關信息
没有足够的信息
沒有足夠的資訊
没有关于
沒有關於
没有提到
沒有提到
没有提及
沒有提及
没有提供
沒有提供
并未提及
並未提及
未提及
信息不足
資訊不足
모르겠습니다
알 수 없습니다
알지 못합니다
찾을 수 없습니다
찾을 수 없었습니다
찾지 못했습니다
정보가 없습니다
정보가 부족합니다
정보가 충분하지 않습니다
정보를 가지고 있지 않습니다
답변할 수 없습니다
답변드릴 수 없습니다
답변을 드릴 수 없습니다
대답할 수 없습니다
제공할 수 없습니다
도와드릴 수 없습니다
언급되어 있지 않습니다
언급되지 않았습니다
ไม่ทราบ
ฉันไม่รู้
ไม่พบข้อมูล
ไม่มีข้อมูล
ไม่สามารถตอบ
ไม่สามารถให้ข้อมูล
`;
