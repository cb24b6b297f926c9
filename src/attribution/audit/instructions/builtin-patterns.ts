/** Generated from data/instruction-patterns.txt by scripts/make-instruction-patterns.mjs: do not edit. */

/** Raised with any change of what is found. */
export const INSTRUCTION_PATTERNS_VERSION = 1;

export const BUILTIN_INSTRUCTION_PATTERNS = `
version 1
[override]
!ignore|disregard|forget|ignoring|disregarding all|any|every|each? of? the|your|my|our|these|those|any|all? previous|prior|above|preceding|earlier|foregoing|initial|original system|safety|user? instructions|instruction|prompt|prompts|directions|guidelines|directives
!override|bypass|circumvent all|any? of? the|your|these|those|all? previous|prior|above|preceding|earlier|foregoing|initial|original|system|safety instructions|instruction|prompt|prompts|guidelines
!ignore|disregard|override|bypass all|any|each? of? your previous|prior|safety|system|original|initial|core|own? instructions|rules|guidelines|programming|training|restrictions|directives|prompt
!ignore|disregard|forget everything|all|anything that? you were|have|had|are been? told|instructed|given|asked
!ignore|disregard|forget everything|all above|before and
!ignore|disregard|forget|override|ignoring|disregarding all|any|every|each? of? the|your|my|our|these|those|any|all? instructions|instruction|prompt|prompts|directions|guidelines|directives above|given_above|you_were_given|you_have_been_given|you've_been_given|you_received
!ignore|disregard|forget the above and|instead
do_not|don't|never|stop follow|following|obey|obeying the|any|all|any_of_the|all_of_the !instructions|guidelines|directives above|given_above|you_were_given|you_have_been_given|you_received
do_not|don't|never|stop follow|following|obey|obeying your previous|prior|original|system|earlier|initial? !instructions|guidelines|directives
your new|real|actual|true only? !instructions|directives|objective are|is|follow
from_now_on you will|must|should|shall only|always|no_longer|instead? !respond|answer|behave|pretend|ignore
you_are|you're now a|an|in|an_entirely? !unrestricted|unfiltered|uncensored|jailbroken|jailbreak
you_are|you're no_longer !bound~by|restricted~by|limited~by|constrained~by your|any|the previous|original|safety|system? rules|guidelines|instructions|restrictions|programming|policies
dan|stands_for do !anything now
!pretend to_be|you_are|you're|that_you_are a|an|the? unrestricted|uncensored|unfiltered|jailbroken|evil ai|assistant|chatbot|model|language_model|bot
act|behave|respond|answer as a|an|the|if_you_were_an|if_you_were_a? !unrestricted|uncensored|unfiltered|jailbroken ai|assistant|chatbot|model|language_model|bot
ignoriere|ignorieren|ignorier|missachte|missachten|vergiss|vergessen sie? bitte? alle|sämtliche|jegliche? der|die|deine|deiner|ihre|meine|diese? vorherigen|vorigen|vorangegangenen|bisherigen|obigen|früheren|vorhergehenden|vorherige|bisherige|frühere !anweisungen|instruktionen|anordnungen|vorgaben
!ignore|ignorez|ignorer|oublie|oubliez|oublier toutes|tout? les|tes|vos|ces|des? instructions|consignes|directives précédentes|antérieures|ci_dessus|préalables|initiales|données_avant
!ignora|ignore|ignorar|ignorad|olvida|olvide|olvidad|descarta|descarte todas|toda|todo? las|tus|sus|mis|estas|los? instrucciones|indicaciones|órdenes|directrices anteriores|previas|precedentes|de_arriba|iniciales
!ignora|ignorare|ignorate|dimentica|dimenticate|trascura tutte|tutti? le|gli|i|queste? tue|vostre|mie? istruzioni|indicazioni|direttive precedenti|sopra|iniziali|di_prima
!ignore|ignora|ignorar|esqueça|esquece|desconsidere|desconsidera todas|toda? as|suas|tuas|estas? suas|tuas? instruções|orientações|diretrizes anteriores|prévias|acima|precedentes|iniciais
!negeer|vergeet alle|al? de|je|jouw|uw|deze|mijn? voorgaande|vorige|eerdere|bovenstaande|voorafgaande instructies|aanwijzingen|opdrachten|richtlijnen
!ignorera|ignorer|ignorér alla|alle? de|dina|dine? tidigare|föregående|ovanstående|tidligere|foregående|ovenstående instruktioner|instrukser|instruksjoner|anvisningar|anvisninger
!zignoruj|ignoruj|zapomnij o? wszystkie|wszystkich? swoje|swoich|moje? poprzednie|poprzednich|wcześniejsze|wcześniejszych|powyższe|powyższych instrukcje|instrukcjach|polecenia|poleceniach|wytyczne|wytycznych
!игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте про? все|всё? предыдущие|прежние|вышеуказанные|прошлые|ранние инструкции|указания|распоряжения
!ігноруй|ігноруйте|проігноруй|проігноруйте|забудь|забудьте про? всі|усі? попередні|минулі|вищенаведені інструкції|вказівки|розпорядження
önceki|yukarıdaki tüm|bütün? !talimatları|yönergeleri yoksay|yok_say|unut|görmezden_gel|göz_ardı_et|dikkate_alma
bỏ_qua|phớt_lờ|quên tất_cả|mọi|toàn_bộ? các|những? !hướng~dẫn|chỉ~thị trước|trước_đó|ở_trên|bên_trên
!abaikan|lupakan semua|seluruh? instruksi|perintah|petunjuk sebelumnya|di_atas
!تجاهل جميع|كل|كافة? التعليمات|الأوامر|الإرشادات السابقة|أعلاه
पिछले|पिछली|पूर्व|उपरोक्त सभी? !निर्देशों|आदेशों को अनदेखा|नजरअंदाज|भूल
!忽略之前|忽略以上|忽略上面|忽略先前|忽略此前|忽略前面|忽略以前|忽略上述|忽略所有|忽略全部|忽略你|忽略您|忽略掉|无视之前|无视以上|无视上面|无视先前|无视此前|无视前面|无视以前|无视上述|无视所有|无视全部|无视你|无视您|无视掉|忘记之前|忘记以上|忘记上面|忘记先前|忘记此前|忘记前面|忘记以前|忘记上述|忘记所有|忘记全部|忘记你|忘记您|忘记掉|忽视之前|忽视以上|忽视上面|忽视先前|忽视此前|忽视前面|忽视以前|忽视上述|忽视所有|忽视全部|忽视你|忽视您|忽视掉|無視之前|無視以上|無視上面|無視先前|無視此前|無視前面|無視以前|無視上述|無視所有|無視全部|無視你|無視您|無視掉|忘記之前|忘記以上|忘記上面|忘記先前|忘記此前|忘記前面|忘記以前|忘記上述|忘記所有|忘記全部|忘記你|忘記您|忘記掉|忽視之前|忽視以上|忽視上面|忽視先前|忽視此前|忽視前面|忽視以前|忽視上述|忽視所有|忽視全部|忽視你|忽視您|忽視掉 之前|以上|上面|先前|此前|前面|以前|上述|的? 的? 所有|全部|一切|任何|之前|以上|先前|上述? 的? 指令|指示|提示词|提示詞|系统提示|系統提示
以前|これまで|上記|今まで|先ほど|前述 のすべて|の全て|までのすべて? !の指示を|の指示は|の命令を|の命令は|の指令を|のプロンプトを すべて|全て|完全に? 無視|忘れて
이전|이전의|위|위의|앞선|지금까지의|기존|기존의 모든? !지시를|지시사항|지시사항을|지시는|명령을|프롬프트를|지침을 모두|전부|다? 무시|무시하고|무시하세요|무시해|무시해라|무시하십시오|잊어|잊고|잊으세요
[role]
= <|im_start|>
= <|im_end|>
= <|im_sep|>
= <|system|>
= <|user|>
= <|assistant|>
= <|start_header_id|>
= <|end_header_id|>
= <|eot_id|>
= <|begin_of_text|>
= <|end_of_text|>
= <|endoftext|>
= <|endofprompt|>
= <|start_of_role|>
= <|start|>system
= <|start|>developer
= <start_of_turn>
= <end_of_turn>
= <｜user｜>
= <｜assistant｜>
= <<sys>>
= <</sys>>
== [INST]
= [/inst]
= <s>[inst]
= [system_prompt]
= [/system_prompt]
= ### system:
= ###system:
= ### instruction:
= ###instruction:
= ### assistant:
= <system>you
= <system> you
= <system-reminder>
begin|new|updated|override|replacement !system~prompt|system~instructions
attention|note|notice|message to|for? the|any|all|every? !ai~assistant|ai~assistants|ai~agent|ai~agents|ai~model|ai~models|ai~system|llm~assistant|language~model|language~models reading|processing|summarizing|summarising|parsing|evaluating|reviewing|screening|indexing
if you_are|you're an|a !ai~assistant|ai~language|large~language|language~model|llm~reading|ai~reading|ai~agent~reading|ai~model~reading
du_bist|sie_sind ab_jetzt|ab_sofort|von_nun_an|jetzt ein|eine|kein|keine !uneingeschränkte|uneingeschränkter|unzensierte|unzensierter|unzensiertes|uneingeschränktes
tu_es|vous_êtes désormais|maintenant|à_présent un|une? ia|assistant|modèle? sans !restriction|restrictions|censure|filtre|limites
ahora eres|será|serás un|una? ia|asistente|modelo? sin !restricciones|censura|filtros|límites
你|您 现在|從現在起|从现在起|从现在开始 是|扮演 一个|一個? !不受限制|没有限制|不受约束|沒有限制
[exfiltration]
reveal|print|output|repeat|show|display|disclose|leak|share|give|tell|recite|send|expose|write|quote me|us|out? your full|entire|complete|exact|own|secret|hidden|original|initial|internal? !system~prompt|system~message|system~instructions|initial~prompt|hidden~prompt|secret~prompt|original~prompt|initial~instructions|hidden~instructions|secret~instructions|original~instructions|internal~instructions
reveal|print|output|repeat|disclose|leak|recite|expose|quote me|us|out? the full|entire|complete|exact|secret|hidden? !system~prompt
!repeat|recite the|all|all_the|all_of_the|everything words|text|content|contents|messages|instructions? above starting|verbatim|word_for_word|beginning
send|forward|post|upload|exfiltrate|transmit|leak|email|append|submit the|this|all|all_the|your|any|their? entire|full|complete|whole|user's|previous? !conversation|chat~history|conversation~history|message~history|api~keys|passwords|system~prompt|user~data|personal~data|secrets|environment~variables|previous~messages to http|https|this_url|the_url|the_following_url|this_address|this_webhook|the_following_webhook|the_following_address|this_email|this_endpoint|the_following_endpoint|this_server
gib|gebe|geben|zeige|zeig|zeigen|verrate|verraten|nenne|wiederhole sie? mir? deinen|deine|den|ihren|ihre vollständigen|gesamten|ganzen? !system~prompt|systemprompt|systemanweisungen|systemanweisung
révèle|révélez|affiche|affichez|répète|répétez|montre|montrez|donne|donnez moi? ton|votre|tes|vos|le !prompt~système|instructions~système|invite~système|instructions~initiales|prompt~initial
revela|revele|muestra|muestre|repite|repita|imprime|dime|muéstrame me? tu|tus|su|sus|el|las !prompt~del~sistema|prompt~de~sistema|instrucciones~del~sistema|instrucciones~iniciales
покажи|покажите|выведи|выведите|раскрой|раскройте|повтори|повторите мне? свой|свои|твой|твои|ваш|ваши|свою|твою !системный~промпт|системный~промт|системные~инструкции|системную~подсказку
输出|显示|告诉我|打印|重复|透露|泄露|展示 你的|您的 完整的|全部? !系统提示|系统指令|初始指令|初始提示|隐藏指令
!システムプロンプト|初期プロンプト を すべて|全て? 教えて|表示|出力|開示|見せて
[concealment]
do_not|don't|never|must_not tell|inform !the~user
without ever? telling !the~user
do_not|don't|never|must_not mention|reveal|disclose|show|report|explain|repeat this|these|that|it|any_of_this|this_message|this_note|these_instructions|this_instruction|anything_about_this to !the~user
keep|hide|conceal this|these|it|that|this_message|this_note|these_instructions|this_instruction secret|hidden|a_secret? from !the~user
do_not|don't|never|must_not mention|reveal|disclose|acknowledge any_of? these|this|those !instructions|instruction|directives
sag|sage|sagen|erzähl|erzähle|erzählen|verrate|verraten sie? es? dem|der !benutzer|benutzerin|nutzer|nutzerin|anwender davon|hiervon? nichts|nicht
ne le|la|rien? dis|dites|dire|révèle|révélez|mentionne|mentionnez|informe|informez pas|rien|jamais cela|ceci|ça? à? !l'utilisateur
no le|se_lo? digas|diga|informes|menciones|mencione|reveles|revele nada|esto|eso? al|a_el !usuario
non dire|dirlo|dica|dirlo|rivelare|menzionare niente|nulla|questo? !all'utente
não diga|conte|informe|revele|mencione nada|isso|isto? ao|à !usuário|usuária|utilizador|utilizadora
vertel|zeg|meld de|het aan_de? !gebruiker niets|niet
не говори|говорите|сообщай|сообщайте|рассказывай|рассказывайте об_этом|этого|ничего? !пользователю
不要|别|不得|切勿|請勿|请勿|不能|千万不要 !告诉用户|告訴用戶|告诉使用者|告訴使用者|告知用户|告知用戶|透露给用户|向用户透露|向用户提及|让用户知道
!ユーザー|利用者 に は? これを|このことを|この指示を|絶対に? 言わない|知らせない|伝えない|教えない|明かさない
!사용자에게 이|이것을|이를|이_사실을|절대|절대로? 말하지|알리지 마|마라|마세요|마십시오|말|말고|말아라
[hidden]
= <!-- system prompt
= <!-- system:
= <!-- ai:
= <!-- ai assistant
= <!-- ai instruction
= <!-- llm:
= <!-- llm instruction
= <!-- note to ai
= <!-- instruction for ai
= <!-- instructions for ai
= <!-- for ai
= [//]: # (system
= [//]: # (ignore
= [//]: # (ai
!hidden~instruction|hidden~instructions|secret~instruction|secret~instructions|invisible~instruction|invisible~instructions for|to the|any|all? ai|llm|llms|assistant|assistants|model|models|language_model|chatbot|agent
[tool]
= <tool_call>
= </tool_call>
= <function_call>
= <function_calls>
= <|tool_call|>
= <|tool_calls|>
= <|tool_response|>
= <|python_tag|>
= <|plugin|>
= [tool_calls]
= <｜tool▁calls▁begin｜>
= <｜tool▁call▁begin｜>
= <invoke name=
!immediately|silently|secretly|quietly call|invoke|execute|run|use|trigger the|your|a . .? .? tool|function|plugin
!before~answering|before~responding|before~replying|before~you~answer|before~you~respond|before~you~reply first|always|immediately|you_must|please|silently? call|invoke|execute|run|use the|your . .? .? tool|function|plugin
[smuggling]
@ tag_characters
@ variation_selectors
@ zero_width_code
@ direction_override
`;
